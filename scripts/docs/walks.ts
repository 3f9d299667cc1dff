import { setTimeout as wait } from 'node:timers/promises';
import { REST, type APIMessage } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { deployCommands } from '../../src/bot/interactions/registration/deploy.ts';
import { createPerson } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { addServers, type AddedServer } from '../../src/sandbox/servers.ts';
import { startMeasured, type MeasuredProcess, type Part } from './measure.ts';

/*
 * The walks of docs/architecture.md, measured: which modules run functions for one message, one keyword event and one
 * command. Bot and service are processes of their own, so that neither the other nor the sandbox is counted.
 */

/** Paths of modules, sorted. */
export interface Walks {
  /** In the bot, from the frame of a bad message to the commit of its case. */
  readonly messageToCase: readonly string[];
  /** In the bot, from the frame to the request that posts the alert; the message is deleted by then. */
  readonly messageToAlert: readonly string[];
  /** In the service, for that message. */
  readonly service: readonly string[];
  /** In the bot, from the event about a keyword to the request that posts it. */
  readonly keyword: readonly string[];
  /** In the bot, from `/case undo` to its reply. */
  readonly undo: readonly string[];
}

/** A module counts if it ran on each of so many walks: what depends on timing doesn't. */
const REPETITIONS = 3;
/** After a message: its checkpoint is stored within a second. */
const CHECKPOINT_MS = 1_200;
/** After a click. */
const SETTLE_MS = 300;
/** Discord carries out the bot's requests this much later, which leaves time to silence the gateway. */
const ACTION_DELAY_MS = 200;
const BAD_TEXT = 'fuck you, you stupid bitch';
const API_KEY = 'a-key-of-the-walk';

/** `root`: the checkout to measure. */
export async function measureWalks(root = '.'): Promise<Walks> {
  const sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off' });
  const servers = addServers(sandbox, REPETITIONS);
  const started: MeasuredProcess[] = [];
  async function start(script: string, env: Record<string, string>): Promise<MeasuredProcess> {
    const child = await startMeasured(root, script, env);
    started.push(child);
    return child;
  }
  try {
    await deploy(sandbox);
    const service = await start('scripts/service.ts', { MODERATION_API_KEY: API_KEY });
    const [, moderationUrl = ''] = await service.says(/"baseUrl":"([^"]+)"/);
    const bot = await start('src/main.ts', {
      DISCORD_TOKEN: sandbox.botToken,
      DISCORD_API_URL: sandbox.apiUrl,
      HTTP_PORT: '0',
      MODERATION_URL: moderationUrl,
      MODERATION_API_KEY: API_KEY,
    });
    const [, webhook = ''] = await bot.says(/"webhook":"([^"]+)"/);
    await bot.says(/connected to Discord/);
    const walked: Walks[] = [];
    for (const server of servers) {
      walked.push(await walkIn(server, { sandbox, bot, service, webhook }));
    }
    return inAll(walked);
  } finally {
    for (const child of started) await child.stop();
    await sandbox.stop();
  }
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly bot: MeasuredProcess;
  readonly service: MeasuredProcess;
  /** The bot's address for events. */
  readonly webhook: string;
}

/** Every walk in one server, whose caches a harmless message has filled. */
async function walkIn(
  { guildId, chatId, moderatorChannelId }: AddedServer,
  { sandbox, bot, service, webhook }: Stage,
): Promise<Walks> {
  const { apiUrl, members, world, faults } = sandbox;
  const owner = createPerson(apiUrl, members.owner);
  const alerts = (): readonly APIMessage[] => {
    const { messages } = world.state.channels.get(moderatorChannelId) ?? { messages: new Map() };
    return [...messages.values()];
  };
  async function nextAlert(act: () => Promise<unknown>): Promise<APIMessage> {
    const count = alerts().length;
    await act();
    return eventually(() => alerts()[count]);
  }

  await createPerson(apiUrl, members.alice).say(chatId, 'good morning');
  await wait(CHECKPOINT_MS);
  await Promise.all([bot.take(), service.take()]);

  /** Events about what the bot does itself come at any time, so none comes until the walk is over. */
  async function withoutEvents<T>(routes: readonly string[], act: () => Promise<T>): Promise<T> {
    for (const route of routes) faults.delayNext({ route, delayMs: ACTION_DELAY_MS });
    const result = await act();
    faults.pauseGateway(true);
    return result;
  }

  const alert = await nextAlert(() =>
    withoutEvents(['DELETE /channels/:id/messages/:id'], () =>
      createPerson(apiUrl, members.bob).say(chatId, BAD_TEXT),
    ),
  );
  const [message, answered] = await Promise.all([bot.take(), service.take()]);
  faults.clear();

  await wait(CHECKPOINT_MS);
  await bot.take();
  await nextAlert(() => sendEvent(webhook, { guildId, channelId: chatId }));
  const keyword = await bot.take();

  await (await owner.click(alert, 'Timeout')).response();
  const number = / · #(\d+)/.exec(JSON.stringify(alert.embeds))?.[1] ?? '';
  await wait(SETTLE_MS);
  await bot.take();
  const routes = ['PATCH /guilds/:id/members/:id', 'PATCH /channels/:id/messages/:id'];
  const command = await withoutEvents(routes, () =>
    owner.slash(moderatorChannelId, 'case undo', { number }),
  );
  await command.response();
  const undo = await bot.take();
  faults.clear();

  return {
    messageToCase: modulesUntil(message, 'stored'),
    messageToAlert: modulesUntil(message, 'posted'),
    service: modulesUntil(answered, 'asked'),
    keyword: modulesUntil(keyword, 'posted'),
    undo: modulesUntil(undo, 'replied'),
  };
}

/** The modules of all parts up to the first with this end. */
function modulesUntil(parts: readonly Part[], end: Part['end']): string[] {
  const last = parts.findIndex((part) => part.end === end);
  if (last === -1) throw new Error(`Nothing was ${end} on the walk.`);
  return parts.slice(0, last + 1).flatMap(({ modules }) => modules);
}

async function deploy({ apiUrl, botToken, applicationId }: Sandbox): Promise<void> {
  await deployCommands({
    rest: new REST({ api: apiUrl }).setToken(botToken),
    applicationId,
    commands: commands.map(({ data }) => data),
    guildId: null,
    dryRun: false,
  });
}

/** Sends what the service sends when a message contains a keyword. */
async function sendEvent(
  webhook: string,
  place: { readonly guildId: string; readonly channelId: string },
): Promise<void> {
  const metadata = { ...place, messageId: '1400000000000000001', authorId: '1300000000000000002' };
  const body = {
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: { keywordDetected: 'pineapple', metadata, fullText: 'some text with pineapple' },
    time: Date.now(),
  };
  const response = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The bot refused the event: ${response.status}`);
}

/** Polls until there is a value; rejects after 20 seconds. */
async function eventually<T>(read: () => T | undefined): Promise<T> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 10) {
    const value = read();
    if (value !== undefined) return value;
    await wait(10);
  }
  throw new Error('Nothing happened within 20 seconds.');
}

/** The modules that ran in every repetition. */
function inAll(walked: readonly Walks[]): Walks {
  const modulesOf = (walk: keyof Walks): string[] => {
    const [first = [], ...others] = walked.map((walks) => walks[walk]);
    const modules = first.filter((name) => others.every((other) => other.includes(name)));
    return [...new Set(modules)].sort();
  };
  return {
    messageToCase: modulesOf('messageToCase'),
    messageToAlert: modulesOf('messageToAlert'),
    service: modulesOf('service'),
    keyword: modulesOf('keyword'),
    undo: modulesOf('undo'),
  };
}
