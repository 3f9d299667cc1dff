import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { KEYWORD_ALERT, type AddonList } from '../../service-api/schemas/addons.ts';
import { WEBHOOK_SENDER, type KeywordAlertEvent } from '../../service-api/schemas/events.ts';
import { MAX_METADATA_KEYS, type Metadata } from '../../service-api/schemas/text-moderation.ts';
import { createKeywordMatcher, type KeywordMatcher } from '../../shared/keywords/matcher.ts';
import { normaliseKeyword } from '../../shared/keywords/normalise.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  ADDON_REVISIONS,
  type AddonStore,
  type KeywordAlert,
  type Written,
} from '../store/addons.ts';
import type { Secrets } from './secrets.ts';

/** Maximum number of keywords per account. */
export const MAX_KEYWORDS = 10_000;
/** In UTF-16 code units, both as registered and as normalised. */
export const MAX_KEYWORD_LENGTH = 100;
/** A sample sends one event per matching keyword, but at most this many. */
const MAX_ALERTS_PER_SAMPLE = 10;

export interface AddonsDeps {
  store: AddonStore;
  secrets: Secrets;
  outbox: Outbox;
  clock: Clock;
  logger: Logger;
}

/** `invisible`: nothing is left of the keyword after normalisation; `full`: the account has `MAX_KEYWORDS`. */
export type KeywordOutcome = 'registered' | 'invisible' | 'too_long' | 'full';

export interface AlertedSample {
  account: string;
  sample: string;
  metadata: Metadata;
}

export interface Addons {
  /**
   * Reloads the accounts whose add-ons have another revision than the copy in memory, because another instance changed them.
   * `revisions`: the current revisions by name.
   */
  refresh(revisions: ReadonlyMap<string, number>): Promise<void>;
  list(account: string): Promise<AddonList>;
  enable(account: string, alert: KeywordAlert): Promise<void>;
  disable(account: string): Promise<void>;
  /** The account's keywords as they were registered, in alphabetical order. */
  keywords(account: string): Promise<string[]>;
  addKeyword(account: string, keyword: string): Promise<KeywordOutcome>;
  /** Does nothing if the keyword isn't registered. */
  removeKeyword(account: string, keyword: string): Promise<void>;
  /** Null if no keyword matches; otherwise resolves once the alert events are stored. */
  alert(alerted: AlertedSample): Promise<void> | null;
}

const AVAILABLE: AddonList['available'] = {
  [KEYWORD_ALERT]: {
    sku: KEYWORD_ALERT,
    name: 'Keyword alert',
    info: 'Sends a webhook event when a registered keyword is found in a moderated sample.',
    attributes: { metadata: `At most ${MAX_METADATA_KEYS} keys; with more, no alert is sent.` },
    requiredSetupProperties: ['addon', 'webhook'],
  },
};

export function createAddons({ store, secrets, outbox, clock, logger }: AddonsDeps): Addons {
  const alerts = new Map<string, KeywordAlert>();
  const matchers = new Map<string, KeywordMatcher>();
  /** The revisions of the add-ons in memory. */
  const known = new Map<string, number>();

  /** Notes the revision of our own write. If another instance wrote in between, the next refresh reads the account again. */
  function advance(account: string, { revision }: Written): void {
    if (revision === (known.get(account) ?? 0) + 1) known.set(account, revision);
  }

  async function read(account: string): Promise<void> {
    const { alert, keywords, secret } = await store.load(account);
    if (alert === null) alerts.delete(account);
    else alerts.set(account, alert);
    const matcher = createKeywordMatcher();
    for (const keyword of keywords) matcher.add(keyword);
    matchers.set(account, matcher);
    secrets.take(account, secret);
  }

  function matcherOf(account: string): KeywordMatcher {
    const existing = matchers.get(account);
    if (existing !== undefined) return existing;
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

  async function send(
    alerted: AlertedSample,
    keywords: string[],
    alert: KeywordAlert,
  ): Promise<void> {
    const { webhook } = alert;
    try {
      await outbox.add(
        keywords.map((keyword) => ({
          webhook,
          body: eventOf(alerted, keyword, alert),
          delivery: 'retried',
        })),
      );
    } catch (error) {
      // A failed alert must not fail the moderation request.
      logger.error({ err: error }, 'keyword alerts could not be stored');
    }
  }

  return {
    async refresh(revisions) {
      for (const [name, revision] of revisions) {
        if (!name.startsWith(ADDON_REVISIONS)) continue;
        const account = name.slice(ADDON_REVISIONS.length);
        if (known.get(account) === revision) continue;
        await read(account);
        known.set(account, revision);
      }
    },
    async list(account) {
      const isActive = (await store.alert(account)) !== null;
      return { available: AVAILABLE, active: isActive ? [KEYWORD_ALERT] : [] };
    },
    async enable(account, alert) {
      const written = await store.setAlert(account, alert);
      alerts.set(account, alert);
      advance(account, written);
    },
    async disable(account) {
      const written = await store.removeAlert(account);
      alerts.delete(account);
      advance(account, written);
    },
    async keywords(account) {
      const registered = await store.keywords(account);
      return registered.map(({ keyword }) => keyword).sort((a, b) => a.localeCompare(b, 'en'));
    },
    async addKeyword(account, keyword) {
      const normalised = normaliseKeyword(keyword);
      if (normalised === '') return 'invisible';
      if (Math.max(keyword.length, normalised.length) > MAX_KEYWORD_LENGTH) return 'too_long';
      const written = await store.addKeyword(account, { keyword, normalised }, MAX_KEYWORDS);
      if (written === null) return 'full';
      const matcher = matcherOf(account);
      if (!matcher.has(normalised)) matcher.add({ keyword, normalised });
      advance(account, written);
      return 'registered';
    },
    async removeKeyword(account, keyword) {
      const normalised = normaliseKeyword(keyword);
      const written = await store.removeKeyword(account, normalised);
      matcherOf(account).remove(normalised);
      advance(account, written);
    },
    alert(alerted) {
      const alert = alerts.get(alerted.account);
      if (alert === undefined) return null;
      if (Object.keys(alerted.metadata).length > MAX_METADATA_KEYS) return null;
      const keywords = matcherOf(alerted.account).find(alerted.sample, MAX_ALERTS_PER_SAMPLE);
      return keywords.length === 0 ? null : send(alerted, keywords, alert);
    },
  };
}
