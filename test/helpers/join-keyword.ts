import type { AcceptedEvent } from '../../src/bot/domain/events.ts';
import { createJoinKeyword } from '../../src/bot/posts/events/join-keyword.ts';
import type { JoinedEvents } from '../../src/bot/storage/events/events.ts';
import type { StateDatabase } from '../../src/bot/storage/tables.ts';
import type { World } from '../unit/bot/composition/pipeline/world.ts';
import { keywordContent } from './event-content.ts';

/** Keyword events in memory that join the alerts of cases. */
export interface KeywordJoins {
  readonly joinedEvents: JoinedEvents;
  /** `alone`: the keyword needs an alert of its own. `done`: its alert shows it, or will. */
  join(hit: {
    readonly guildId: string;
    readonly messageId: string;
    readonly keyword: string;
    readonly channelId: string;
  }): Promise<'alone' | 'joined' | 'done'>;
  /** What became of a keyword since. */
  stateOf(keyword: string): 'alone' | 'joined' | 'done' | undefined;
}

export function createKeywordJoins(world: World): KeywordJoins {
  const { clock, stores, discord, posts } = world;
  const states = new Map<string, 'alone' | 'joined' | 'done'>();
  const joined = new Map<string, { readonly event: AcceptedEvent; readonly messageId: string }>();

  const end = (ids: readonly string[], state: 'alone' | 'done'): void => {
    for (const id of ids) {
      states.set(id, state);
      joined.delete(id);
    }
  };
  const idsOn = (messageId: string): string[] =>
    [...joined.values()]
      .filter((each) => each.messageId === messageId)
      .map(({ event }) => event.id);

  const joinedEvents: JoinedEvents = {
    joinedTo: async (_guildId, messageId) =>
      idsOn(messageId).flatMap((id) => joined.get(id)?.event ?? []),
    done: async (_transaction, events) =>
      end(
        events.map(({ id }) => id),
        'done',
      ),
    release: async (_transaction, _guildId, messageId) => end(idsOn(messageId), 'alone'),
  };
  const joinKeyword = createJoinKeyword({
    moderatorChannels: discord.alerts,
    cases: stores.cases,
    policies: stores.policies,
    posts,
    clock,
    keywordHits: { ofMessage: async () => null, addKeyword: async () => false },
    events: {
      done: joinedEvents.done,
      async join(_transaction, event, messageId) {
        states.set(event.id, 'joined');
        joined.set(event.id, { event, messageId });
      },
    },
  });
  return {
    joinedEvents,
    stateOf: (keyword) => states.get(keyword),
    async join({ guildId, messageId, keyword, channelId }) {
      const place = { guildId, messageId, channelId: '3', authorId: '10' };
      const content = keywordContent(keyword, { guildId, place });
      const event = { id: keyword, content, receivedAtMs: clock.now(), tries: 0 };
      const channel = { kind: 'channel', key: guildId, channelId, digestKey: guildId } as const;
      const write = await joinKeyword(event, channel);
      states.set(keyword, 'alone');
      await write?.({} as StateDatabase);
      // As the outbox does after each look.
      world.retryPosts();
      return states.get(keyword) ?? 'alone';
    },
  };
}
