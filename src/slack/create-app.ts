import { randomUUID } from "node:crypto";
import type { Receiver } from "@slack/bolt";
import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from "@slack/bolt";
import type { WebClientOptions } from "@slack/web-api";
import { WebClient } from "@slack/web-api";
import { keepReminders, type ReminderDeps } from "../app/keep-reminders.ts";
import type { PilotToken } from "../app/pilot-token-ports.ts";
import type { ReadEvidence } from "../app/read-evidence.ts";
import { boltLog } from "./bolt-log.ts";
import type { Bot, SlackConfig, SlackDeps } from "./bot.ts";
import { makeChannels } from "./channels.ts";
import { droppedFiles } from "./files.ts";
import type { Intake } from "./intake.ts";
import { makeIntake } from "./intake.ts";
import { inTurn } from "./in-turn.ts";
import { keepConnecting } from "./keep-connecting.ts";
import { keepTrying } from "./keep-trying.ts";
import { makeLimitsGuard, slackPace } from "./limits-guard.ts";
import { opensForm, registerListeners } from "./listeners/register.ts";
import { missingScopes } from "./missing-scopes.ts";
import { makeOutbox } from "./outbox.ts";
import { makePeople } from "./people.ts";
import { postedResult, type PostedResult } from "./posted-result.ts";
import { makePoster } from "./poster.ts";
import { makeReminding } from "./reminding.ts";
import { makeRescue } from "./rescue.ts";
import { makeResponder } from "./respond.ts";
import { makeScheduler, scheduledPace } from "./scheduler.ts";
import { errorFields } from "./slack-error.ts";
import { keepRecovering } from "./recovery.ts";
import type { Self } from "./triage.ts";

export interface SlackApp {
  readonly app: App;
  /** Learns who we are, picks up what a crash left, connects. */
  start(): Promise<Self>;
  /** Stops receiving, finishes the work in hand, closes the connection. */
  stop(): Promise<void>;
  /** Why deliveries would not arrive now; null when they would. */
  notConnected(): string | null;
  writesWaiting(): number;
  /** A result that came over HTTP with a token. */
  readonly postResult: (token: PilotToken, evidence: ReadEvidence) => Promise<PostedResult>;
}

/** A person waits: two quick retries, never the half hour of the defaults. */
const clientOptions = (
  config: SlackConfig,
  log: SlackDeps["log"],
  closing: AbortSignal,
): WebClientOptions => ({
  ...(config.slackApiUrl === undefined ? {} : { slackApiUrl: config.slackApiUrl }),
  retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 1_500 },
  timeout: 10_000,
  rejectRateLimitedCalls: true,
  logger: boltLog(log, closing),
});

/** Longest wait for the other side of the socket to say goodbye. */
const goodbyeMs = 2_000;
/** Longest wait for work in hand at a stop; the rest is recorded and left to the next start. */
const handedOverMs = 8_000;

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

interface Connection {
  readonly receiver: Receiver;
  readonly open: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
  readonly down: () => string | null;
}

function connect(config: SlackConfig, log: SlackDeps["log"], closing: AbortSignal): Connection {
  if (config.transport === "http") {
    let listening = false;
    const receiver = new HTTPReceiver({ signingSecret: config.signingSecret, logger: boltLog(log, closing) });
    return {
      receiver,
      open: async () => {
        await receiver.start({ port: config.port, host: config.host });
        listening = true;
      },
      close: () => (listening ? receiver.stop() : Promise.resolve()),
      down: () => (listening ? null : "not listening"),
    };
  }
  const receiver = new SocketModeReceiver({
    appToken: config.appToken,
    logger: boltLog(log, closing),
    logLevel: LogLevel.WARN,
    installerOptions: { clientOptions: clientOptions(config, log, closing) },
  });
  const keeping = keepConnecting(receiver.client, log);
  let connected = false;
  receiver.client.on("connected", () => {
    connected = true;
  });
  for (const event of ["disconnected", "reconnecting", "connecting"]) {
    receiver.client.on(event, () => {
      connected = false;
    });
  }
  return {
    receiver,
    open: () => receiver.start(),
    close: () => {
      keeping.stop();
      // The receiver's own stop does not wait for the close handshake.
      return within(goodbyeMs, receiver.client.disconnect());
    },
    down: () => (connected ? null : "no connection to Slack"),
  };
}

/** Bolt from injected parts: nothing here reads the environment, and no listener holds state. */
export function createSlackApp({ config, deps }: { config: SlackConfig; deps: SlackDeps }): SlackApp {
  const { log, telemetry, store } = deps;
  let self: Self | null = null;
  const whoWeAre = (): Self => {
    if (self === null) throw new Error("used before start");
    return self;
  };
  const stopping = new AbortController();
  const closing = stopping.signal;
  const milliseconds = (): number => deps.now().getTime();
  const client = new WebClient(config.botToken, clientOptions(config, log, closing));
  const guard = makeLimitsGuard({
    ...slackPace,
    onLimited: (seconds) => {
      telemetry.wrote("any", "limited");
      log.warn({ seconds }, "Slack asked to write more slowly");
    },
  });
  const rescue = makeRescue(milliseconds, (_workspace, error) => {
    telemetry.wrote("any", "plain");
    log.warn({ ...errorFields(error) }, "Slack refused the blocks; the words were sent alone");
  });
  const responder = makeResponder(milliseconds, log);
  const people = makePeople(client, milliseconds, log);
  const poster = makePoster({
    client,
    store,
    guard,
    rescue,
    responder,
    draw: deps.draw,
    log,
    telemetry,
    ...(config.slackApiUrl === undefined ? {} : { slackApiUrl: config.slackApiUrl }),
  });
  const scheduler = makeScheduler({
    client: new WebClient(config.botToken, {
      ...clientOptions(config, log, closing),
      retryConfig: { retries: 0 },
    }),
    guard: makeLimitsGuard(scheduledPace),
    lookup: deps.lookup,
    now: deps.now,
    log,
    telemetry,
  });
  const reminders: ReminderDeps = {
    store,
    scheduler,
    lookup: deps.lookup,
    profileOf: (user) => people.find(user),
    now: deps.now,
    log,
    // Of an embedded store there is one process: after a crash it need not wait for its own lease to run out.
    holder: deps.replicas ? randomUUID() : "the only one",
    stopping: closing,
  };
  const outbox = makeOutbox({
    store: store.outbox,
    poster,
    workspace: () => whoWeAre().teamId,
    now: deps.now,
    log,
    telemetry,
  });
  const reminding = makeReminding({
    now: deps.now,
    log,
    round: (since) => keepReminders(reminders, whoWeAre().teamId, since),
  });
  const source = {
    token: config.botToken,
    client,
    ...(config.slackApiUrl === undefined ? {} : { slackApiUrl: config.slackApiUrl }),
  };
  const bot: Bot = {
    ...deps,
    conversation: inTurn(deps.conversation),
    client,
    profile: config.profile,
    people,
    channels: makeChannels(client, milliseconds, log),
    poster,
    outbox,
    responder,
    reminding,
    filesIn: (listed) => droppedFiles(listed, source),
    self: whoWeAre,
  };

  const connection = connect(config, log, closing);
  const app = new App({
    receiver: connection.receiver,
    clientOptions: clientOptions(config, log, closing),
    logger: boltLog(log, closing),
    // Both ids, always: without them a bot cannot tell its own messages.
    authorize: () =>
      Promise.resolve({
        botToken: config.botToken,
        botId: whoWeAre().botId,
        botUserId: whoWeAre().userId,
        teamId: whoWeAre().teamId,
      }),
    extendedErrorHandler: true,
  });
  const boltProcess = app.processEvent.bind(app);
  const intake: Intake = makeIntake({
    store,
    self: whoWeAre,
    profile: config.profile,
    opensForm,
    now: deps.now,
    log,
    telemetry,
    process: boltProcess,
  });
  app.processEvent = (event) => intake.receive(event);
  registerListeners(app, bot);
  const recovery = keepRecovering({ bot, intake, outbox });

  return {
    app,
    notConnected: connection.down,
    writesWaiting: () => guard.waiting(),
    postResult: (token, evidence) => postedResult(bot, token, evidence),
    start: async () => {
      const answer = await keepTrying(() => client.auth.test(), stopping.signal, log);
      const missing = missingScopes(config.profile, answer.response_metadata?.scopes);
      if (missing.length > 0)
        log.warn({ missing }, "the app lacks scopes of its profile: reinstall it from the manifest");
      self = {
        userId: answer.user_id ?? "",
        botId: answer.bot_id ?? "",
        teamId: answer.team_id ?? "",
        enterpriseId: answer.enterprise_id ?? null,
      };
      await connection.open();
      await recovery.start();
      reminding.start();
      return self;
    },
    stop: async () => {
      stopping.abort();
      await connection.close();
      await within(handedOverMs, Promise.all([recovery.stop(), reminding.stop(), intake.idle()]));
      if (intake.working() === 0) return;
      log.info({ deliveries: intake.working() }, "left to the next start");
      intake.abandon();
    },
  };
}
