import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The folder of everything that is kept cannot be used, or another process keeps its things there. */
export class DataDirUnusable extends Error {}

export interface HeldDataDir {
  release(): void;
}

const advice = "Choose another folder with GPU_PLAN_DATA_DIR";

/**
 * Makes the folder, and holds it for this process: two on one folder would answer everything twice and overwrite each
 * other. Held by a socket, which goes with its process however that ends. Throws DataDirUnusable.
 */
export async function holdDataDir(dir: string): Promise<HeldDataDir> {
  const path = resolve(dir);
  prepare(path);
  const address = addressOf(realpathSync(path));
  const server = (await hold(address)) ?? (await holdAfterDeath(address));
  if (server === null)
    throw new DataDirUnusable(
      `another gpu-plan runs on ${path}: open its page, or stop it. ${advice} to run a second one`,
    );
  server.unref();
  return {
    release: () => {
      server.close();
    },
  };
}

/** One folder at a time: below some system folders Node's recursive way never comes to an end. */
function prepare(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    if (cause instanceof DataDirUnusable) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new DataDirUnusable(`${path} cannot be written to (${code}). ${advice}`, { cause });
  }
}

function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new DataDirUnusable(`${path} is not a folder. ${advice}`);
  }
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    if (!existsSync(path)) throw cause;
  }
}

/** Short enough for a socket's path, whatever the folder is called. */
function addressOf(path: string): string {
  const name = `gpu-plan-${createHash("sha256").update(path).digest("hex").slice(0, 24)}`;
  return process.platform === "win32" ? String.raw`\\.\pipe\${name}` : join(tmpdir(), `${name}.sock`);
}

function hold(address: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.destroy();
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(null);
      else fail(error);
    });
    server.listen(address, () => {
      done(server);
    });
  });
}

/** A socket that nobody answers on was left by a process that was killed. */
async function holdAfterDeath(address: string): Promise<Server | null> {
  const lives = await new Promise<boolean>((done) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => {
      done(false);
    });
  });
  if (lives) return null;
  rmSync(address, { force: true });
  return hold(address);
}
