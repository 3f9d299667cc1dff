import { setTimeout as wait } from 'node:timers/promises';
import { REST, type APIMessage } from 'discord.js';
import { ordinaryCommands } from '../../commands/index.ts';
import { deployCommands } from '../../src/bot/interactions/registration/deploy.ts';
import { createPerson } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { addServers, type AddedServer } from '../../src/sandbox/servers.ts';
import { pressButton } from '../demo/press-button.ts';
import { startMeasured, type MeasuredProcess, type Part } from './measure.ts';

/*
 * The walks in docs/architecture.md, measured: which modules run functions for one message, one keyword event and one command.
 * The bot runs as a separate process, so that the sandbox is not counted, and embeds the service, as most people run it. The
 * service's own modules are counted separately.
 */

/** Paths of modules, sorted. */
export interface Walks {
  /** In the bot, from the frame of a bad message to the commit of its case. */
  readonly messageToCase: readonly string[];
  /** In the bot, from the frame to the request that posts the alert; the message is already deleted by then. */
  readonly messageToAlert: readonly string[];
  /** In the embedded service, for that message. */
  readonly service: readonly string[];
  /** In the bot, from the event about a keyword to the request that posts it. */
  readonly keyword: readonly string[];
  /** In the bot, from `/case undo` to its reply. */
  readonly undo: readonly string[];
}

/** A module counts only if it ran on each of this many walks, which leaves out what depends on timing. */
const REPETITIONS = 3;
/** A message's checkpoint is stored within a second after the message. */
const CHECKPOINT_MS = 1_200;
/** Discord carries out the bot's requests after this delay, which leaves time to silence the gateway. */
const ACTION_DELAY_MS = 200;
const API_KEY = 'a-key-of-the-walk';
const BAD_TEXT = 'fuck you, you stupid bitch';

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
  async function startBot(env: Record<string, string>): Promise<MeasuredProcess> {
    const { botToken, apiUrl } = sandbox;
    const bot = await start('src/main.ts', {
      DISCORD_TOKEN: botToken,
      DISCORD_API_URL: apiUrl,
      HTTP_PORT: '0',
      ...env,
    });
    await bot.says(/connected to Discord/);
    return bot;
  }
  try {
    await deploy(sandbox);
    const installed = await startBot({});
    const walked: Omit<Walks, 'keyword'>[] = [];
    for (const server of servers) {
      // Varies the text, because the service remembers texts that it has scored.
      const badText = BAD_TEXT + '!'.repeat(walked.length);
      walked.push(await walkIn({ ...server, badText }, sandbox, installed));
    }
    await installed.stop();

    const service = await start('scripts/service.ts', { MODERATION_API_KEY: API_KEY });
    const [, moderationUrl = ''] = await service.says(/"baseUrl":"([^"]+)"/);
    const bot = await startBot({ MODERATION_URL: moderationUrl, MODERATION_API_KEY: API_KEY });
    const [, webhook = ''] = await bot.says(/"webhook":"([^"]+)"/);
    const keyword: string[][] = [];
    for (const server of servers) {
      keyword.push(await walkOfKeyword(server, { sandbox, bot, webhook }));
    }
    return {
      messageToCase: inAll(walked.map(({ messageToCase }) => messageToCase)),
      messageToAlert: inAll(walked.map(({ messageToAlert }) => messageToAlert)),
      service: inAll(walked.map(({ service: modules }) => modules)),
      keyword: inAll(keyword),
      undo: inAll(walked.map(({ undo }) => undo)),
    };
  } finally {
    for (const child of started) await child.stop();
    await sandbox.stop();
  }
}

/** Acts and waits for the post in the moderator channel. */
async function nextPost(
  { world }: Sandbox,
  channelId: string,
  act: () => Promise<unknown>,
): Promise<APIMessage> {
  const posts = (): APIMessage[] => [
    ...(world.state.channels.get(channelId)?.messages.values() ?? []),
  ];
  const count = posts().length;
  await act();
  return eventually(() => posts()[count]);
}

/** A message and an undo in a server whose caches a harmless message has filled. */
async function walkIn(
  { chatId, moderatorChannelId, badText }: AddedServer & { readonly badText: string },
  sandbox: Sandbox,
  bot: MeasuredProcess,
): Promise<Omit<Walks, 'keyword'>> {
  const { apiUrl, members, faults } = sandbox;
  const owner = createPerson(apiUrl, members.owner);
  await createPerson(apiUrl, members.alice).say(chatId, 'good morning');
  await wait(CHECKPOINT_MS);
  await bot.take();

  /** Holds back events until the walk is over, because those about the bot's own actions would arrive at any time. */
  async function withoutEvents<T>(routes: readonly string[], act: () => Promise<T>): Promise<T> {
    for (const route of routes) faults.delayNext({ route, delayMs: ACTION_DELAY_MS });
    const result = await act();
    faults.pauseGateway(true);
    return result;
  }

  const alert = await nextPost(sandbox, moderatorChannelId, () =>
    withoutEvents(['DELETE /channels/:id/messages/:id'], () =>
      createPerson(apiUrl, members.bob).say(chatId, badText),
    ),
  );
  const message = await bot.take();
  faults.clear();

  await (await pressButton(owner, alert, 'Timeout')).response();
  const number = / · #(\d+)/.exec(JSON.stringify(alert.embeds))?.[1] ?? '';
  await wait(CHECKPOINT_MS);
  await bot.take();
  const routes = ['PATCH /guilds/:id/members/:id', 'PATCH /channels/:id/messages/:id'];
  const command = await withoutEvents(routes, () =>
    owner.slash(moderatorChannelId, 'case undo', { number }),
  );
  await command.response();
  const undo = await bot.take();
  faults.clear();

  const isService = (module: string): boolean => module.startsWith('src/service/');
  const toCase = modulesUntil(message, 'stored');
  return {
    messageToCase: toCase.filter((module) => !isService(module)),
    messageToAlert: modulesUntil(message, 'posted').filter((module) => !isService(module)),
    service: toCase.filter(isService),
    undo: modulesUntil(undo, 'replied'),
  };
}

/** The embedded service has no address for events, so this bot uses a remote service. */
async function walkOfKeyword(
  { guildId, chatId, moderatorChannelId }: AddedServer,
  { sandbox, bot, webhook }: { sandbox: Sandbox; bot: MeasuredProcess; webhook: string },
): Promise<string[]> {
  await createPerson(sandbox.apiUrl, sandbox.members.alice).say(chatId, 'good morning');
  await wait(CHECKPOINT_MS);
  await bot.take();
  await nextPost(sandbox, moderatorChannelId, () =>
    sendEvent(webhook, { guildId, channelId: chatId }),
  );
  return modulesUntil(await bot.take(), 'posted');
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
    commands: ordinaryCommands.map(({ data }) => data),
    guildId: null,
    dryRun: false,
  });
}

/** Sends the event that the service sends when a message contains a keyword. */
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
function inAll(walks: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = walks;
  const modules = first.filter((name) => others.every((other) => other.includes(name)));
  return [...new Set(modules)].sort();
}
