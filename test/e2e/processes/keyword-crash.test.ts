import { setTimeout as wait } from 'node:timers/promises';
import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { Child } from '../../helpers/processes/child.ts';
import { freePort } from '../../helpers/servers/free-port.ts';
import { seeded } from '../../helpers/seeded.ts';
import { countedIn } from '../keyword-scene.ts';
import { createProcessFixture } from './fixture.ts';

/** `KILLS=20 npx vitest run test/e2e/processes/keyword-crash` takes a minute and a half. */
const KILLS = Number(process.env['KILLS'] ?? 5);
const GUILDS = 12;
/** A connected process accepts at most this many events before it is killed. Counted in events, so that it also works on a slow machine. */
const LONGEST_LIFE_EVENTS = 80;
/** A process that isn't connected is killed within this time. */
const LONGEST_START_MS = 500;
const SENDERS = 4;
const PAUSE_MS = 12;
const AGAIN_MS = 50;
/** Limits the work on a slow machine. */
const MOST_EVENTS = 4000;

interface Room {
  readonly guildId: string;
  readonly channelId: string;
}

/** Adds servers with the bot and an alert channel each. */
function addGuilds({ world, members, botId }: Sandbox): Room[] {
  const action = { byUserId: members.owner.id, reason: null };
  return Array.from({ length: GUILDS }, (_, index) => {
    const { id: guildId } = world.guilds.create({
      name: `Guild ${index}`,
      ownerId: members.owner.id,
    });
    const { id: channelId } = world.channels.create(
      guildId,
      { name: 'mod-alerts', type: ChannelType.GuildText },
      action,
    );
    world.members.add({ guildId, userId: botId });
    return { guildId, channelId };
  });
}

function eventBody(number: number, guildId: string): string {
  const messageId = String(1_400_000_000_000_000_000n + BigInt(number));
  const ids = { channelId: '1300000000000000001', authorId: '1300000000000000002' };
  return JSON.stringify({
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: {
      keywordDetected: `word${number}`,
      metadata: { guildId, messageId, ...ids },
      fullText: `text ${number}`,
    },
    time: Date.now(),
  });
}

/** Resolves to true after a 200. */
async function isAccepted(webhook: string, body: string): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(webhook, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

it('a process that is killed again and again under load shows every accepted event exactly once', async () => {
  const random = seeded(20_261_121);
  const { sandbox, start, startConnected } = await createProcessFixture();
  const rooms = addGuilds(sandbox);
  const env = { HTTP_PORT: String(await freePort()) };
  const accepted = new Map<string, number>();
  const over = new AbortController();
  let sent = 0;

  /** Sends events one after the other and repeats each until it is accepted, like the service. */
  async function send(webhook: string): Promise<void> {
    while (!over.signal.aborted && sent < MOST_EVENTS) {
      const number = sent;
      sent += 1;
      const { guildId } = rooms[Math.floor(random() * rooms.length)] ?? { guildId: '' };
      const body = eventBody(number, guildId);
      while (!(await isAccepted(webhook, body))) await wait(AGAIN_MS);
      accepted.set(guildId, (accepted.get(guildId) ?? 0) + 1);
      await wait(PAUSE_MS);
    }
  }

  async function acceptSome(): Promise<void> {
    const target = total(accepted) + Math.floor(random() * LONGEST_LIFE_EVENTS);
    await vi.waitFor(() => expect(total(accepted)).toBeGreaterThanOrEqual(target), {
      timeout: 20_000,
      interval: 5,
    });
  }

  const first = await startConnected(env);
  const webhook = addressIn(first);
  const sending = Array.from({ length: SENDERS }, () => send(webhook));
  await acceptSome();
  first.kill('SIGKILL');
  expect(await first.exit).toBe('SIGKILL');
  for (let kill = 1; kill < KILLS; kill += 1) {
    // Some processes are killed before they are connected.
    const isKilledEarly = random() < 0.2;
    const child = isKilledEarly ? start(env) : await startConnected(env);
    if (isKilledEarly) await wait(random() * LONGEST_START_MS);
    else await acceptSome();
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
  }
  over.abort();
  const last = await startConnected(env);
  await Promise.all(sending);

  const postsIn = ({ channelId }: Room): APIMessage[] => [
    ...(sandbox.world.state.channels.get(channelId)?.messages.values() ?? []),
  ];
  const expected = rooms.map(({ guildId }) => accepted.get(guildId) ?? 0);
  await vi.waitFor(() => expect(rooms.map((room) => countedIn(postsIn(room)))).toEqual(expected), {
    timeout: 60_000,
    interval: 100,
  });
  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);
  // A late duplicate would be visible by now.
  expect(rooms.map((room) => countedIn(postsIn(room)))).toEqual(expected);
  const words = rooms.flatMap(postsIn).flatMap(({ embeds: [embed] }) =>
    // Its first line names the keyword.
    embed?.description?.startsWith('**Keyword ') === true ? [embed.description.split('\n')[0]] : [],
  );
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThan(0);
  console.info(
    `${KILLS} kills: ${sum(expected)} events accepted, ${words.length} shown singly, the rest in ` +
      `${rooms.flatMap(postsIn).length - words.length} digests`,
  );
}, 240_000);

/** The webhook's address, which is logged once, when it is created. */
function addressIn(child: Child): string {
  const webhook = /"webhook":"([^"]+)"/.exec(child.stdout())?.[1];
  if (webhook === undefined) throw new Error('The log does not say where webhooks go.');
  return webhook;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const total = (counts: ReadonlyMap<string, number>): number => sum([...counts.values()]);
