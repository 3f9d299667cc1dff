import { setTimeout as wait } from 'node:timers/promises';
import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Child } from '../helpers/child.ts';
import { freePort } from '../helpers/free-port.ts';
import { seeded } from '../helpers/seeded.ts';
import { countedIn } from './keyword-scene.ts';
import { surroundings } from './process.ts';

const KILLS = 20;
const GUILDS = 12;
/** A life of the process lasts at most this long after its connection stands. */
const LONGEST_LIFE_MS = 500;
const SENDERS = 4;
const PAUSE_MS = 12;
const AGAIN_MS = 50;
/** A slow machine must not make for more work. */
const MOST_EVENTS = 4000;

interface Room {
  readonly guildId: string;
  readonly channelId: string;
}

/** More guilds that the bot is in, each with a channel for alerts. */
function addGuilds({ world, members, botId }: Sandbox): Room[] {
  const deed = { byUserId: members.owner.id, reason: null };
  return Array.from({ length: GUILDS }, (_, index) => {
    const { id: guildId } = world.guilds.create({
      name: `Guild ${index}`,
      ownerId: members.owner.id,
    });
    const { id: channelId } = world.channels.create(
      guildId,
      { name: 'mod-alerts', type: ChannelType.GuildText },
      deed,
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

/** Whether the event was answered with 200, and so accepted. */
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

it('killed 20 times under load, the process shows every accepted event exactly once', async () => {
  const random = seeded(20_261_121);
  const { sandbox, start, startConnected } = await surroundings();
  const rooms = addGuilds(sandbox);
  const env = { HTTP_PORT: String(await freePort()) };
  const accepted = new Map<string, number>();
  const over = new AbortController();
  let sent = 0;

  /** Sends events one after the other, each again until it is accepted, as the service does. */
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

  const first = await startConnected(env);
  const webhook = addressIn(first);
  const sending = Array.from({ length: SENDERS }, () => send(webhook));
  await wait(random() * LONGEST_LIFE_MS);
  first.kill('SIGKILL');
  expect(await first.exit).toBe('SIGKILL');
  for (let kill = 1; kill < KILLS; kill += 1) {
    // Now and then it does not even live to see its connection.
    const child = random() < 0.2 ? start(env) : await startConnected(env);
    await wait(random() * LONGEST_LIFE_MS);
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
    timeout: 30_000,
    interval: 100,
  });
  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);
  // What a late repeat would have added is there by now.
  expect(rooms.map((room) => countedIn(postsIn(room)))).toEqual(expected);
  const words = rooms
    .flatMap(postsIn)
    .flatMap(({ embeds: [embed] }) =>
      embed?.title === 'A keyword was found' ? [embed.fields?.[0]?.value] : [],
    );
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThan(100);
  console.info(
    `${KILLS} kills: ${sum(expected)} events accepted, ${words.length} shown singly, the rest in ` +
      `${rooms.flatMap(postsIn).length - words.length} digests`,
  );
}, 240_000);

/** The log says it once, when it is made. */
function addressIn(child: Child): string {
  const webhook = /"webhook":"([^"]+)"/.exec(child.stdout())?.[1];
  if (webhook === undefined) throw new Error('The log does not say where webhooks go.');
  return webhook;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
