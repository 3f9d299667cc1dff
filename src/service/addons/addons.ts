import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { KEYWORD_ALERT, type AddonList } from '../../protocol/addons.ts';
import { WEBHOOK_SENDER, type KeywordAlertEvent } from '../../protocol/events.ts';
import { MAX_METADATA_KEYS, type Metadata } from '../../protocol/text-moderation.ts';
import { createKeywordMatcher, type KeywordMatcher } from '../keywords/matcher.ts';
import { normaliseKeyword } from '../keywords/read.ts';
import { MAX_ALERTS_PER_SAMPLE, MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from '../limits.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AddonStore, KeywordAlert } from '../store/addons.ts';
import type { Secrets } from './secrets.ts';

export interface AddonsDeps {
  store: AddonStore;
  secrets: Secrets;
  outbox: Outbox;
  clock: Clock;
  logger: Logger;
}

/** What became of a keyword: `invisible` when nothing of it can be looked for, `full` when there are 10,000. */
export type KeywordOutcome = 'registered' | 'invisible' | 'too_long' | 'full';

export interface AlertedSample {
  account: string;
  sample: string;
  metadata: Metadata;
}

export interface Addons {
  load(): Promise<void>;
  list(account: string): AddonList;
  enable(account: string, alert: KeywordAlert): Promise<void>;
  addKeyword(account: string, keyword: string): Promise<KeywordOutcome>;
  /** Harmless when it is not registered. */
  removeKeyword(account: string, keyword: string): Promise<void>;
  /** Null when no keyword is in the sample; else resolves when the events for those that are, are stored. */
  alert(alerted: AlertedSample): Promise<void> | null;
}

const AVAILABLE: AddonList['available'] = {
  [KEYWORD_ALERT]: {
    sku: KEYWORD_ALERT,
    name: 'Keyword alert',
    info: 'Sends a webhook event when a registered keyword is found in a moderated sample.',
    attributes: { metadata: `At most ${MAX_METADATA_KEYS} keys; with more, the add-on skips.` },
    requiredSetupProperties: ['addon', 'webhook'],
  },
};

export function createAddons({ store, secrets, outbox, clock, logger }: AddonsDeps): Addons {
  const alerts = new Map<string, KeywordAlert>();
  const matchers = new Map<string, KeywordMatcher>();

  function matcherOf(account: string): KeywordMatcher {
    const known = matchers.get(account);
    if (known !== undefined) return known;
    const matcher = createKeywordMatcher();
    matchers.set(account, matcher);
    return matcher;
  }

  function eventOf(alerted: AlertedSample, keyword: string, alert: KeywordAlert): string {
    const timeMs = clock.now();
    const event: KeywordAlertEvent = {
      sender: WEBHOOK_SENDER,
      addon: KEYWORD_ALERT,
      payload: {
        keywordDetected: keyword,
        metadata: alerted.metadata,
        fullText: alert.includeFullMessage ? alerted.sample : false,
      },
      time: timeMs,
      ...secrets.sign(alerted.account, timeMs),
    };
    return JSON.stringify(event);
  }

  async function send(alerted: AlertedSample, found: string[], alert: KeywordAlert): Promise<void> {
    const { webhook } = alert;
    try {
      await outbox.add(
        found.map((keyword) => ({
          webhook,
          body: eventOf(alerted, keyword, alert),
          delivery: 'retried',
        })),
      );
    } catch (error) {
      // The sample's result does not depend on it.
      logger.error({ err: error }, 'events of found keywords could not be stored');
    }
  }

  return {
    async load() {
      for (const { account, alert } of await store.alerts()) alerts.set(account, alert);
      for (const { account, ...keyword } of await store.keywords()) {
        matcherOf(account).add(keyword);
      }
    },
    list: (account) => ({
      available: AVAILABLE,
      active: alerts.has(account) ? [KEYWORD_ALERT] : [],
    }),
    async enable(account, alert) {
      await store.setAlert(account, alert);
      alerts.set(account, alert);
    },
    async addKeyword(account, keyword) {
      const normalised = normaliseKeyword(keyword);
      const matcher = matcherOf(account);
      if (normalised === '') return 'invisible';
      if (Math.max(keyword.length, normalised.length) > MAX_KEYWORD_LENGTH) return 'too_long';
      if (matcher.has(normalised)) return 'registered';
      if (matcher.size >= MAX_KEYWORDS) return 'full';
      await store.addKeyword(account, { keyword, normalised });
      matcher.add({ keyword, normalised });
      return 'registered';
    },
    async removeKeyword(account, keyword) {
      const normalised = normaliseKeyword(keyword);
      await store.removeKeyword(account, normalised);
      matcherOf(account).remove(normalised);
    },
    alert(alerted) {
      const alert = alerts.get(alerted.account);
      if (alert === undefined) return null;
      if (Object.keys(alerted.metadata).length > MAX_METADATA_KEYS) return null;
      const found = matcherOf(alerted.account).find(alerted.sample, MAX_ALERTS_PER_SAMPLE);
      return found.length === 0 ? null : send(alerted, found, alert);
    },
  };
}
