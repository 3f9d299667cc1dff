import type { APIMessage } from 'discord-api-types/v10';
import { systemClock } from '../../../src/shared/clock.ts';
import type { Case } from '../../../src/bot/domain/case.ts';
import { createPostLimiter } from '../../../src/bot/domain/posts/post-limiter.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';

export interface TrafficScene extends Scene {
  /** The bot's posts in #mod-alerts, oldest first. */
  posts(): APIMessage[];
  /** All cases, oldest first. */
  cases(): Promise<Case[]>;
  /** Posts as a member (default: in #general), without Discord's rate limit. */
  write(person: Pick<Person, 'id'>, text: string, channelId?: string): APIMessage;
  /** A new member. */
  newMember(): Person;
  /** The service reports a keyword in a message. */
  reportKeyword(keyword: string, message: APIMessage): Promise<void>;
}

/** A server with Discord's real rate limits, and a bot that limits its posts. */
export async function createTrafficScene(options: SceneOptions = {}): Promise<TrafficScene> {
  const on = await createScene({
    sandbox: { rateLimits: 1 },
    ...options,
    deps: { postLimiter: createPostLimiter(systemClock), alertDelayMs: 1000, ...options.deps },
  });
  const { world, guildId, channels, botId } = on.sandbox;
  let members = 0;
  return {
    ...on,
    get guild() {
      return on.guild;
    },
    posts: () =>
      [...on.channel(channels['mod-alerts']).messages.values()].filter(
        ({ author }) => author.id === botId,
      ),
    cases: async () => (await on.bot().cases.list(guildId, { limit: 1000 })).toReversed(),
    write: ({ id: authorId }, content, channelId = channels.general) =>
      world.messages.create(channelId, { authorId, content }),
    newMember() {
      members += 1;
      return on.join(`newcomer-${members}`);
    },
    async reportKeyword(keyword, { id: messageId, channel_id: channelId, author, content }) {
      const event = {
        sender: 'service-webhooks',
        addon: 'keywordAlert',
        payload: {
          keywordDetected: keyword,
          metadata: { guildId, channelId, messageId, authorId: author.id },
          fullText: content,
        },
        time: Date.now(),
      };
      const answer = await fetch(on.bot().webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`The bot answered ${answer.status}.`);
    },
  };
}
