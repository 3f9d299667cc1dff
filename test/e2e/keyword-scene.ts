import type { APIMessage } from 'discord-api-types/v10';
import { onTestFinished, vi } from 'vitest';
import { createStage, type Stage, type StageOptions } from '../../scripts/demo/stage.ts';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { KeywordAlertEvent } from '../../src/protocol/events.ts';
import { createLogSink } from '../helpers/log-sink.ts';

/** The bot with its own service, and events as that service would send them. */
export interface KeywordScene extends Stage {
  readonly log: readonly string[];
  /** What the bot has posted in a channel (default: the moderators'), oldest first. */
  posts(channelId?: string): APIMessage[];
  /** Posts an event to the bot's webhook; resolves to the status answered. */
  send(event: object): Promise<number>;
  /** An event about a message in #general. */
  event(keyword: string, changes?: EventChanges): KeywordAlertEvent;
  setPolicy(changes: Partial<Policy>): Promise<void>;
}

export interface EventChanges {
  readonly metadata?: Record<string, unknown>;
  readonly fullText?: string | false;
  readonly time?: number;
}

export async function keywordScene(options: StageOptions = {}): Promise<KeywordScene> {
  const { logger, lines: log } = createLogSink();
  const stage = await createStage({
    ...options,
    sandbox: { rateLimits: 'off', ...options.sandbox },
    deps: { logger, ...options.deps },
  });
  onTestFinished(() => stage.close());
  const { world, channels, guildId, members, botId } = stage.sandbox;
  await vi.waitFor(
    () => {
      if (stage.bot().events.webhookState().kind !== 'ready') throw new Error('not set up');
    },
    { timeout: 5_000 },
  );
  let count = 0;
  return {
    ...stage,
    log,
    posts: (channelId = channels['mod-alerts']) =>
      [...(world.state.channels.get(channelId)?.messages.values() ?? [])].filter(
        ({ author }) => author.id === botId,
      ),
    async send(event) {
      const answer = await fetch(stage.bot().webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    event(keyword, { metadata, fullText = `some text with ${keyword}`, time = Date.now() } = {}) {
      count += 1;
      return {
        sender: 'service-webhooks',
        addon: 'keywordAlert',
        payload: {
          keywordDetected: keyword,
          metadata: metadata ?? {
            guildId,
            channelId: channels.general,
            messageId: String(1_400_000_000_000_000_000n + BigInt(count)),
            authorId: members.bob.id,
          },
          fullText,
        },
        time,
      };
    },
    setPolicy: (changes) => stage.bot().policies.set(guildId, { ...defaultPolicy, ...changes }),
  };
}

/** The posts about keywords, single and counted together, summed up. */
export function countedIn(posts: readonly APIMessage[]): number {
  return posts.reduce((sum, { embeds }) => {
    const [first] = embeds;
    if (first?.footer?.text.startsWith('Keyword alert ·') === true) return sum + 1;
    if (first?.footer?.text.startsWith('Keyword alerts ·') !== true) return sum;
    return sum + Number(/\*\*(\d+)\*\*/.exec(first.description ?? '')?.[1] ?? 0);
  }, 0);
}
