import type { APIMessage } from 'discord-api-types/v10';
import { onTestFinished, vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../../scripts/demo/harness.ts';
import { defaultPolicy, type Policy } from '../../src/bot/domain/policy/policy.ts';
import type { KeywordAlertEvent } from '../../src/service-api/schemas/events.ts';
import { CHART_WORKER_URL } from '../helpers/charts/chart-worker-url.ts';
import { WITHOUT_DELAY } from './scene.ts';
import { newBotState } from '../helpers/state-url.ts';
import { createLogSink } from '../helpers/log-sink.ts';

/** The bot with its embedded service, and events in that service's format. */
export interface KeywordScene extends Harness {
  readonly log: readonly string[];
  /** The bot's posts in a channel (default: #mod-alerts), oldest first. */
  posts(channelId?: string): APIMessage[];
  /** Posts an event to the bot's webhook; resolves to the response's status. */
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

export async function createKeywordScene(options: HarnessOptions = {}): Promise<KeywordScene> {
  const { logger, lines: log } = createLogSink();
  const state = await newBotState();
  const harness = await createHarness({
    ...state.options,
    ...options,
    sandbox: { rateLimits: 'off', ...options.sandbox },
    deps: { ...WITHOUT_DELAY, logger, chartWorkerUrl: CHART_WORKER_URL, ...options.deps },
  });
  onTestFinished(async () => {
    await harness.close();
    await state.drop();
  });
  const { world, channels, guildId, members, botId } = harness.sandbox;
  await vi.waitFor(
    () => {
      if (harness.bot().webhooks.state().kind !== 'ready') throw new Error('not set up');
    },
    { timeout: 5_000 },
  );
  let count = 0;
  return {
    ...harness,
    log,
    posts: (channelId = channels['mod-alerts']) =>
      [...(world.state.channels.get(channelId)?.messages.values() ?? [])].filter(
        ({ author }) => author.id === botId,
      ),
    async send(event) {
      const answer = await fetch(harness.bot().webhookUrl, {
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
    setPolicy: (changes) => harness.bot().policies.set(guildId, { ...defaultPolicy, ...changes }),
  };
}

/** The number of keyword events in these posts, single alerts and digests together. */
export function countedIn(posts: readonly APIMessage[]): number {
  return posts.reduce((sum, { embeds }) => {
    const [first] = embeds;
    if (first?.description?.startsWith('**Keyword ') === true) return sum + 1;
    if (first?.footer?.text.startsWith('Digest ·') !== true) return sum;
    const count = /\*\*([\d,]+)\*\* keyword/.exec(first.description ?? '')?.[1] ?? '0';
    return sum + Number(count.replaceAll(',', ''));
  }, 0);
}
