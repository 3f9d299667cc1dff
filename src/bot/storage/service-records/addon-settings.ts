import { z } from 'zod';
import type { Logger } from '../../../shared/logger.ts';
import { foldKeyword } from '../../domain/keywords.ts';
import type { KeywordAlertSettings } from '../../domain/addon-control.ts';
import { createEncryption } from '../secrets/encryption.ts';
import type { KeyValueStore } from '../key-value-store.ts';

/** As many as a person might review; the oldest are dropped. */
const MAX_SEEN_KEYWORDS = 1000;

const alertsSchema = z.object({
  isEnabled: z.boolean(),
  webhook: z.string().nullable(),
  includeFullMessage: z.boolean(),
});

/** Issued keys, newest first. The previous one verifies events that were signed before the last change. */
const secretSchema = z.object({
  secrets: z.array(z.string().min(1)).min(1).max(2),
  issuedAt: z.number(),
});
export type IssuedSecret = z.infer<typeof secretSchema>;

/** The settings of the account's add-ons. Kept in memory between reads; a webhook and a secret are encrypted. */
export interface AddonSettings {
  readonly alerts: KeywordAlertSettings;
  /** Null: none was issued. */
  readonly secret: IssuedSecret | null;
  /** Keywords in alerts that no server had registered, oldest first. */
  readonly seenKeywords: readonly string[];
  /** Reads the settings again, because another process may have changed them. */
  reload(): Promise<void>;
  setAlerts(alerts: KeywordAlertSettings): Promise<void>;
  addSecret(secret: string, issuedAt: number): Promise<void>;
  addSeenKeyword(text: string): Promise<void>;
  removeSeenKeyword(text: string): Promise<void>;
}

const DEFAULT_ALERTS: KeywordAlertSettings = {
  isEnabled: true,
  webhook: null,
  includeFullMessage: true,
};

/** `stateKey` comes from `openStateKey`. */
export async function openAddonSettings(deps: {
  readonly keyValues: KeyValueStore;
  readonly stateKey: Buffer;
  readonly logger: Logger;
}): Promise<AddonSettings> {
  const { keyValues, stateKey, logger } = deps;
  const encryption = createEncryption(stateKey, 'settings of add-ons');
  const encrypted = keyValues.open('addons', z.string());
  const seenLists = keyValues.open('service-keywords', z.array(z.string()));

  async function read<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
    const stored = await encrypted.read(key);
    if (stored.kind !== 'record') return null;
    const json = encryption.decrypt(stored.value, key);
    const parsed = json === null ? null : schema.safeParse(JSON.parse(json));
    if (parsed?.success === true) return parsed.data;
    logger.error({ record: `addons:${key}` }, 'stored record cannot be decrypted, skipping it');
    return null;
  }

  const write = (key: string, value: object): Promise<void> =>
    encrypted.set(key, encryption.encrypt(JSON.stringify(value), key));

  let alerts = DEFAULT_ALERTS;
  let secret: IssuedSecret | null = null;
  let seenKeywords: readonly string[] = [];

  async function reloadSeen(): Promise<void> {
    const stored = await seenLists.read('seen');
    seenKeywords = stored.kind === 'record' ? stored.value : [];
  }

  async function reload(): Promise<void> {
    alerts = (await read('alerts', alertsSchema)) ?? DEFAULT_ALERTS;
    secret = await read('secret', secretSchema);
    await reloadSeen();
  }

  await reload();

  async function setSeen(next: readonly string[]): Promise<void> {
    seenKeywords = next;
    await seenLists.set('seen', [...next]);
  }
  const otherThan = (text: string): string[] =>
    seenKeywords.filter((seen) => foldKeyword(seen) !== foldKeyword(text));

  return {
    get alerts() {
      return alerts;
    },
    get secret() {
      return secret;
    },
    get seenKeywords() {
      return seenKeywords;
    },
    reload,
    async setAlerts(next) {
      await write('alerts', next);
      alerts = next;
    },
    async addSecret(text, issuedAt) {
      secret = await read('secret', secretSchema);
      const previous = secret?.secrets.filter((earlier) => earlier !== text) ?? [];
      const next = { secrets: [text, ...previous].slice(0, 2), issuedAt };
      await write('secret', next);
      secret = next;
    },
    async addSeenKeyword(text) {
      await reloadSeen();
      if (seenKeywords.includes(text)) return;
      await setSeen([...otherThan(text), text].slice(-MAX_SEEN_KEYWORDS));
    },
    async removeSeenKeyword(text) {
      await reloadSeen();
      const next = otherThan(text);
      if (next.length < seenKeywords.length) await setSeen(next);
    },
  };
}
