import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import { foldKeyword } from '../../moderation/keywords.ts';
import type { KeywordAlertSettings } from '../../moderation/addon-control.ts';
import { createEncryption } from '../secrets/encryption.ts';
import type { KeyValueStore } from '../key-value-store.ts';

/** Enough for a person to review; the oldest are dropped. */
const MAX_SEEN_KEYWORDS = 1000;

const alertsSchema = z.object({
  isEnabled: z.boolean(),
  webhook: z.string().nullable(),
  includeFullMessage: z.boolean(),
});

/** Issued keys, newest first. The one before verifies events that were signed before the last change. */
const secretSchema = z.object({
  secrets: z.array(z.string().min(1)).min(1).max(2),
  issuedAt: z.number(),
});
export type IssuedSecret = z.infer<typeof secretSchema>;

/**
 * The settings of the account's add-ons, which all servers and processes share: read whenever they are needed. A webhook
 * and a secret are encrypted.
 */
export interface AddonSettings {
  alerts(): Promise<KeywordAlertSettings>;
  /** Null: none was issued. */
  secret(): Promise<IssuedSecret | null>;
  /** Keywords in alerts that no server had registered, oldest first. */
  seenKeywords(): Promise<readonly string[]>;
  setAlerts(alerts: KeywordAlertSettings): Promise<void>;
  addSecret(secret: string, issuedAt: number): Promise<void>;
  /** If two processes add one at the same moment, one of them is remembered at its next alert. */
  addSeenKeyword(text: string): Promise<void>;
  removeSeenKeyword(text: string): Promise<void>;
}

const DEFAULT_ALERTS: KeywordAlertSettings = {
  isEnabled: true,
  webhook: null,
  includeFullMessage: true,
};

/** `stateKey` comes from `openStateKey`. */
export function createAddonSettings(deps: {
  readonly keyValues: KeyValueStore;
  readonly stateKey: Buffer;
  readonly logger: Logger;
}): AddonSettings {
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

  const readSecret = (): Promise<IssuedSecret | null> => read('secret', secretSchema);

  async function readSeen(): Promise<readonly string[]> {
    const stored = await seenLists.read('seen');
    return stored.kind === 'record' ? stored.value : [];
  }

  const isOther = (text: string) => (seen: string) => foldKeyword(seen) !== foldKeyword(text);

  return {
    alerts: async () => (await read('alerts', alertsSchema)) ?? DEFAULT_ALERTS,
    secret: readSecret,
    seenKeywords: readSeen,
    setAlerts: (alerts) => write('alerts', alerts),
    async addSecret(text, issuedAt) {
      const stored = await readSecret();
      const previous = stored?.secrets.filter((earlier) => earlier !== text) ?? [];
      await write('secret', { secrets: [text, ...previous].slice(0, 2), issuedAt });
    },
    async addSeenKeyword(text) {
      const seen = await readSeen();
      if (seen.includes(text)) return;
      await seenLists.set('seen', [...seen.filter(isOther(text)), text].slice(-MAX_SEEN_KEYWORDS));
    },
    async removeSeenKeyword(text) {
      const seen = await readSeen();
      const others = seen.filter(isOther(text));
      if (others.length < seen.length) await seenLists.set('seen', others);
    },
  };
}
