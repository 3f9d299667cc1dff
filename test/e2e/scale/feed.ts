import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { DAY_MS } from '../../../src/shared/clock.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { AddedServer } from '../../../src/sandbox/servers.ts';
import type { Fleet } from './fleet.ts';
import type { Texts } from './services.ts';

/** Sends messages and keyword events, and counts them. */
export interface Feed {
  readonly bad: readonly APIMessage[];
  readonly harmless: readonly APIMessage[];
  /** Keyword events that a process accepted, by server. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Posts a bad message in every server. */
  greet(): void;
  /** Posts the remaining messages and sends the events over this time; resolves when all events are accepted. */
  run(durationMs: number): Promise<void>;
}

export interface FeedOptions {
  readonly sandbox: Sandbox;
  readonly servers: readonly AddedServer[];
  readonly fleet: Fleet;
  readonly texts: Texts;
  readonly events: number;
  readonly random: () => number;
}

export function createFeed(options: FeedOptions): Feed {
  const { sandbox, servers, fleet, texts, events, random } = options;
  const { world } = sandbox;
  const bad: APIMessage[] = [];
  const harmless: APIMessage[] = [];
  const accepted = new Map<string, number>();
  let authors = 0;

  function anyServer(): AddedServer {
    const server = servers[Math.floor(random() * servers.length)];
    if (server === undefined) throw new Error('There are no servers.');
    return server;
  }

  /** A new author each, because an author's messages share an alert; an old member, because new ones start an incident. */
  function post({ guildId, chatId }: AddedServer, content: string): APIMessage {
    authors += 1;
    const { id: authorId } = world.users.create({ username: `author-${authors}` });
    world.members.add({ guildId, userId: authorId }, { joinedAt: Date.now() - 30 * DAY_MS });
    return world.messages.create(chatId, { authorId, content });
  }

  /** Calls `act` with each of the numbers below `count`, evenly spread over the time. */
  async function spread(
    count: number,
    durationMs: number,
    act: (index: number) => void,
  ): Promise<void> {
    const startMs = performance.now();
    for (let index = 0; index < count; index += 1) {
      await wait(Math.max(0, startMs + (index * durationMs) / count - performance.now()));
      act(index);
    }
  }

  async function sendEvent(index: number): Promise<void> {
    const { guildId, chatId } = anyServer();
    await fleet.deliver(keywordEvent(index, { guildId, channelId: chatId }));
    accepted.set(guildId, (accepted.get(guildId) ?? 0) + 1);
  }

  return {
    bad,
    harmless,
    accepted,
    greet() {
      for (const [index, server] of servers.entries()) {
        bad.push(post(server, texts.bad[index] ?? ''));
      }
    },
    async run(durationMs) {
      const badTexts = texts.bad.slice(bad.length);
      const all = [
        ...badTexts.map((text) => ({ text, kind: bad })),
        ...texts.harmless.map((text) => ({ text, kind: harmless })),
      ]
        .map((entry) => ({ ...entry, key: random() }))
        .toSorted((a, b) => a.key - b.key);
      const sending: Promise<void>[] = [];
      await Promise.all([
        spread(all.length, durationMs, (index) => {
          const { text, kind } = all[index] ?? { text: '', kind: harmless };
          kind.push(post(anyServer(), text));
        }),
        spread(events, durationMs, (index) => {
          sending.push(sendEvent(index));
        }),
      ]);
      await Promise.all(sending);
    },
  };
}

/** An event about a deleted message. */
function keywordEvent(index: number, place: { guildId: string; channelId: string }): string {
  const messageId = String(1_400_000_000_000_000_000n + BigInt(index));
  return JSON.stringify({
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: {
      keywordDetected: `word${index}`,
      metadata: { ...place, messageId, authorId: '1300000000000000002' },
      fullText: `text ${index}`,
    },
    time: Date.now(),
  });
}
