import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Locale, REST, type APIMessage } from 'discord.js';
import { advancedCommands } from '../../commands/advanced.ts';
import { ordinaryCommands } from '../../commands/index.ts';
import { program } from '../../src/program.ts';
import { createApp, type App, type AppDeps } from '../../src/bot/composition/app.ts';
import { createAlertFinder } from './alert-finder.ts';
import type { RunningApp } from '../../src/bot/composition/process.ts';
import type { ShardGroup } from '../../src/bot/composition/shards/shard-group.ts';
import type { AudioConfig } from '../../src/shared/environment/audio.ts';
import type { Config, ServiceConfig } from '../../src/bot/config/config.ts';
import { deployCommands } from '../../src/bot/interactions/registration/deploy.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { silentLogger } from '../../src/shared/logger.ts';
import type { MessageEvent, MessageOutcome } from '../../src/bot/judging/outcome.ts';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';

export type MemberName = keyof Sandbox['members'];

/** A moderation service and, if it is remote, its key. */
export type HarnessService = ServiceConfig & { readonly apiKey?: string };

export interface HarnessOptions {
  readonly sandbox?: SandboxOptions;
  readonly service?: HarnessService;
  /** Speech recognition for the embedded service. Default: none. */
  readonly audio?: AudioConfig;
  /** The name or id of the channel. Default: mod-alerts. */
  readonly moderatorChannel?: string;
  readonly webhookSecrets?: readonly string[];
  readonly searchIntervalMs?: number;
  /** The channel for events that belong to no server. Default: none. */
  readonly fallbackChannel?: keyof Sandbox['channels'];
  /** True if the sandbox's server belongs to the bot's operator. Default: false. */
  readonly isOperatorServer?: boolean;
  /** The listener's public address for a remote service. Default: none. */
  readonly publicUrl?: string;
  /** The URL of a PostgreSQL database. Default: a SQLite file. */
  readonly stateUrl?: string;
  readonly deps?: Partial<AppDeps>;
}

/** For scripts in which few members trigger the bot in quick succession: removes all delays and post limits. */
export const AT_ONCE: Partial<AppDeps> = {
  alertDelayMs: 0,
  noticeDelayMs: 0,
  noticeIntervalMs: 0,
  postLimiter: { take: () => ({ used: () => {}, giveUp: () => {} }) },
};

/** The whole bot and a sandbox Discord with members, connected over real sockets. */
export interface Harness {
  readonly sandbox: Sandbox;
  readonly config: Config;
  /** The bot's database file, unless the bot uses PostgreSQL. */
  readonly stateFile: string;
  bot(): RunningBot;
  /** `locale`: the language of the person's client. */
  person(name: MemberName, locale?: Locale): Person;
  /** The next unread outcome of a message; each edit adds one. Resolves when the effects of the outcome are complete. */
  outcomeOf(messageId: string): Promise<MessageOutcome>;
  /** True for an alert with a case about the message. */
  isAlertAbout(messageId: string, post: Pick<APIMessage, 'id' | 'embeds'>): boolean;
  /** Calls the listener for every outcome. */
  onOutcome(listener: (event: MessageEvent) => void): void;
  stopBot(): Promise<void>;
  /** Restarts the bot with the same state. */
  startBot(): Promise<void>;
  close(): Promise<void>;
}

/** Registers the advanced commands in the sandbox's server, as a switch in `/help` does. */
export function registerAdvancedCommands(sandbox: Sandbox): Promise<void> {
  return register(sandbox, { commands: advancedCommands, guildId: sandbox.guildId });
}

async function register(
  { apiUrl, botToken, applicationId }: Sandbox,
  { commands, guildId }: { commands: typeof ordinaryCommands; guildId: string | null },
): Promise<void> {
  const deployed = await deployCommands({
    rest: new REST({ api: apiUrl }).setToken(botToken),
    applicationId,
    commands: commands.map(({ data }) => data),
    guildId,
    dryRun: false,
  });
  if (deployed.kind === 'invalid') throw new Error(deployed.problems.join('\n'));
}

/** A bot whose shards are all in one group. */
export type RunningBot = RunningApp & ShardGroup;

export function runningBot(app: RunningApp): RunningBot {
  const [group] = app.groups();
  if (group === undefined) throw new TypeError('the bot holds no group of shards');
  return { ...group, ...app };
}

/** Starts everything on free loopback ports. `close` deletes the state. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-harness-'));
  const stateFile = join(state, 'state.sqlite');
  // Without identify limits, so that the bot can be restarted at once.
  const sandbox = await createSandbox({ identifyLimits: 'off', ...options.sandbox });
  await register(sandbox, { commands: ordinaryCommands, guildId: null });
  const config: Config = {
    secrets: {
      discordToken: sandbox.botToken,
      serviceApiKey: options.service?.apiKey ?? null,
      webhookKeys: options.webhookSecrets ?? [],
      stateUrl: options.stateUrl ?? `sqlite:${stateFile}`,
      stateKey: options.stateUrl === undefined ? null : randomBytes(32),
    },
    discordApiUrl: sandbox.apiUrl,
    service: options.service ?? { kind: 'embedded' },
    moderatorChannel: options.moderatorChannel ?? 'mod-alerts',
    fallbackChannelId:
      options.fallbackChannel === undefined ? null : sandbox.channels[options.fallbackChannel],
    operatorGuildId: options.isOperatorServer === true ? sandbox.guildId : null,
    editSearch: { maxAgeMs: 7 * DAY_MS, maxMessages: 1_000 },
    sharding: { count: null, ids: null },
    audio: options.audio ?? { transcriber: null, privateNetworks: [] },
    listener: {
      host: '127.0.0.1',
      port: 0,
      metrics: null,
      publicUrl: options.publicUrl ?? null,
    },
    caseDays: 365,
    searchIntervalMs: options.searchIntervalMs ?? 120_000,
    logLevel: 'info',
  };

  const unread = new Map<string, MessageOutcome[]>();
  const alertFinder = createAlertFinder();
  const readers = new Map<string, ((outcome: MessageOutcome) => void)[]>();
  const listeners: ((event: MessageEvent) => void)[] = [];
  function observe(event: MessageEvent): void {
    const { outcome } = event;
    if (!('caseNumber' in outcome)) deliver(event);
    else {
      const learnt = alertFinder.learn(event, outcome.caseNumber, running.cases);
      void learnt.finally(() => deliver(event));
    }
  }
  function deliver(event: MessageEvent): void {
    for (const listener of listeners) listener(event);
    const reader = readers.get(event.messageId)?.shift();
    if (reader !== undefined) reader(event.outcome);
    else unread.set(event.messageId, [...(unread.get(event.messageId) ?? []), event.outcome]);
  }

  let app: App;
  let running: RunningBot;
  async function startBot(): Promise<void> {
    app = createApp(config, {
      ...program,
      logger: silentLogger,
      ...options.deps,
      observe,
    });
    running = runningBot(await app.start());
  }
  await startBot();

  return {
    sandbox,
    config,
    stateFile,
    bot: () => running,
    person(name, locale = Locale.EnglishUS) {
      const { id, token } = sandbox.members[name];
      const isBot = sandbox.world.actorOf(token)?.kind === 'bot';
      return createPerson(sandbox.apiUrl, { id, token: isBot ? `Bot ${token}` : token, locale });
    },
    outcomeOf(messageId) {
      const outcome = unread.get(messageId)?.shift();
      if (outcome !== undefined) return Promise.resolve(outcome);
      return new Promise((resolve) => {
        readers.set(messageId, [...(readers.get(messageId) ?? []), resolve]);
      });
    },
    isAlertAbout: alertFinder.isAlertAbout,
    onOutcome: (listener) => listeners.push(listener),
    stopBot: () => app.stop(),
    startBot,
    async close() {
      await app.stop();
      await sandbox.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
