import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App, type AppDeps, type Running } from '../../src/app.ts';
import type { Config, ServiceConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import type { MessageEvent, MessageOutcome } from '../../src/pipeline/outcome.ts';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';

export type Name = keyof Sandbox['members'];

export interface StageOptions {
  readonly sandbox?: SandboxOptions;
  /** Default: the embedded one. */
  readonly service?: ServiceConfig;
  /** Name or id. Default: mod-alerts. */
  readonly moderatorChannel?: string;
  readonly deps?: Partial<AppDeps>;
}

/** The whole bot on a sandbox Discord, and people who talk there. Everything over real sockets. */
export interface Stage {
  readonly sandbox: Sandbox;
  /** Where the bot keeps its state. */
  readonly stateFile: string;
  /** What the running bot can be asked. */
  bot(): Running;
  person(name: Name): Person;
  /**
   * What became of a message: the next outcome nobody has asked for yet, so an edited message has one more.
   * Resolves when its effects are done.
   */
  outcomeOf(messageId: string): Promise<MessageOutcome>;
  /** Every outcome, as it comes. */
  onOutcome(listener: (event: MessageEvent) => void): void;
  stopBot(): Promise<void>;
  /** On the same state. */
  startBot(): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything on free loopback ports, with the state in a folder that is gone afterwards. */
export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-stage-'));
  const stateFile = join(state, 'state.sqlite');
  const sandbox = await createSandbox(options.sandbox);
  const config: Config = {
    discord: { token: sandbox.botToken, apiUrl: sandbox.apiUrl },
    service: options.service ?? { kind: 'embedded' },
    moderatorChannel: options.moderatorChannel ?? 'mod-alerts',
    audio: { transcriber: null, privateNetworks: [] },
    stateUrl: `sqlite:${stateFile}`,
    logLevel: 'info',
  };

  const unread = new Map<string, MessageOutcome[]>();
  const readers = new Map<string, ((outcome: MessageOutcome) => void)[]>();
  const listeners: ((event: MessageEvent) => void)[] = [];
  function observe(event: MessageEvent): void {
    for (const listener of listeners) listener(event);
    const reader = readers.get(event.messageId)?.shift();
    if (reader !== undefined) reader(event.outcome);
    else unread.set(event.messageId, [...(unread.get(event.messageId) ?? []), event.outcome]);
  }

  let app: App;
  let running: Running;
  async function startBot(): Promise<void> {
    app = createApp(config, { logger: silentLogger, ...options.deps, observe });
    running = await app.start();
  }
  await startBot();

  return {
    sandbox,
    stateFile,
    bot: () => running,
    person(name) {
      const { id, token } = sandbox.members[name];
      const isBot = sandbox.world.actorOf(token)?.kind === 'bot';
      return createPerson(sandbox.apiUrl, { id, token: isBot ? `Bot ${token}` : token });
    },
    outcomeOf(messageId) {
      const known = unread.get(messageId)?.shift();
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => {
        readers.set(messageId, [...(readers.get(messageId) ?? []), resolve]);
      });
    },
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
