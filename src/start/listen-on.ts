import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export class PortTaken extends Error {
  constructor(port: number, name: string) {
    super(`port ${port} is taken. Set ${name} to another one, or stop what listens there.`);
  }
}

const tryPort = (server: Server, port: number, host: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    };
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Listens on the port, or on one of the next ten when it was only a default. */
export async function listenOn(
  server: Server,
  wish: { readonly port: number; readonly host: string; readonly chosen: boolean; readonly name: string },
): Promise<number> {
  const most = wish.chosen || wish.port === 0 ? 1 : 10;
  for (let offset = 0; offset < most; offset += 1) {
    const got = await tryPort(server, wish.port + offset, wish.host);
    if (got !== null) return got;
  }
  throw new PortTaken(wish.port, wish.name);
}
