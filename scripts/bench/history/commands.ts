import { setTimeout as wait } from 'node:timers/promises';
import { REST } from 'discord.js';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/bot/interactions/registration/deploy.ts';
import { createPerson, type Person } from '../../../src/sandbox/person.ts';
import { startChild, type Child } from '../child-process.ts';
import { createRaidWorld, type RaidWorld } from '../raid/raid-world.ts';
import { pace, waitUntil } from '../raid/run.ts';
import { badText } from '../raid/texts.ts';
import type { Load } from './load.ts';

/** A command as people see it, and what it does to other servers meanwhile. */
export interface CommandFigures extends Load {
  /** Time until the reply is complete; for the start, until the first bad message was deleted. */
  readonly ms: number;
  /** The longest time that a bad message stood in another server meanwhile. */
  readonly standingMs: number;
}

export type Commands = Readonly<Record<string, CommandFigures>>;
type Bot = Child<object, string, Load>;

/** Bad messages during a command. */
const MESSAGES = 4;
const MESSAGES_MS = 400;
/** After a start, the bot counts days and looks for what has expired. */
const AFTER_START_MS = 10_000;
const PATIENCE_MS = 120_000;

/** The sandbox's own server has the history; another one has the traffic. */
export async function openHistoryWorld(): Promise<RaidWorld> {
  const world = await createRaidWorld({ rateLimits: 'off' });
  const { apiUrl, botToken, applicationId } = world.sandbox;
  await deployCommands({
    rest: new REST({ api: apiUrl }).setToken(botToken),
    applicationId,
    commands: commands.map(({ data }) => data),
    guildId: null,
    dryRun: false,
  });
  return world;
}

/** Uses commands in a server with a large history. `state`: where the history is stored. */
export async function measureCommands(
  world: RaidWorld,
  state: { readonly STATE_URL: string; readonly STATE_KEY: string },
  progress: (command: string) => void,
): Promise<Commands> {
  const { sandbox } = world;
  const other = world.addServer('Other', 1);
  const [authorId = ''] = world.addMembers(other, { count: 1, isNew: false });
  const { STATE_KEY, ...settings } = state;
  const bot: Bot = await startChild<object, string, Load>('history/bot', {
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    MODERATION_URL: world.serviceUrl,
    MODERATION_API_KEY: 'bench',
    HTTP_PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
    ...(STATE_KEY === '' ? {} : { STATE_KEY }),
  });
  let posted = 0;

  /** Posts bad messages in the other server until all are gone; resolves to how long the longest stood. */
  async function standing(): Promise<number> {
    const ids: string[] = [];
    await pace(MESSAGES, MESSAGES_MS, () => {
      const [channelId = ''] = other.chatIds;
      ids.push(world.post({ channelId, authorId, text: badText((posted += 1)) }));
    });
    const isGone = (id: string): boolean => world.timesOf(id).deletedMs !== null;
    await waitUntil(() => ids.every(isGone), performance.now() + PATIENCE_MS);
    const delays = ids.map((id) => {
      const { postedMs, deletedMs } = world.timesOf(id);
      return (deletedMs ?? Infinity) - postedMs;
    });
    return Math.max(...delays);
  }

  async function measure(command: string, work: () => Promise<unknown>): Promise<CommandFigures> {
    progress(command);
    await bot.send({});
    const startMs = performance.now();
    const [ms, standingMs] = await Promise.all([
      work().then(() => performance.now() - startMs),
      standing(),
    ]);
    return { ms, standingMs, ...(await bot.send({})) };
  }

  try {
    const figures: Record<string, CommandFigures> = {};
    progress('start');
    const standingMs = await standing();
    await wait(AFTER_START_MS);
    figures['start'] = { ms: standingMs, standingMs, ...(await bot.send({})) };
    for (const [command, use] of Object.entries(usesOf(world))) {
      figures[command] = await measure(command, use);
    }
    return figures;
  } finally {
    await bot.stop();
  }
}

function usesOf({ sandbox }: RaidWorld): Record<string, () => Promise<unknown>> {
  const { members, channels } = sandbox;
  const person = (name: keyof typeof members): Person =>
    createPerson(sandbox.apiUrl, members[name]);
  const [moderator, bob] = [person('moderator'), person('bob')];
  const channelId = channels['mod-alerts'];
  const slash = async (path: string, options = {}): Promise<unknown> =>
    (await moderator.slash(channelId, path, options)).response();
  return {
    stats: () => slash('stats server', { days: 300 }),
    list: () => slash('case list'),
    memberList: () => slash('case list', { user: bob.id }),
    record: async () =>
      (await moderator.userCommand(channelId, 'Moderation record', bob.id)).response(),
    queue: () => slash('queue'),
    ownRecord: async () => (await bob.slash(channels.general, 'record mine')).response(),
    memberExport: async () => (await bob.slash(channels.general, 'privacy export')).response(),
    async erasure() {
      const asked = await (await bob.slash(channels.general, 'privacy erase')).response();
      const pressed = await bob.click(asked, `privacy-erase:${bob.id}`);
      await pressed.until(({ original }) => original?.components?.length === 0);
    },
  };
}
