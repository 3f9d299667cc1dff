import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createEncryption, type Encryption } from '../secrets/encryption.ts';

/** A text with its author's name. */
export interface LogText {
  readonly name: string;
  readonly text: string;
}

/** Encrypts the texts of the message log: most of them are harmless, and everybody's. */
export interface LogTexts {
  seal(message: MessageKey, text: LogText): string;
  /** Null: the key has changed since, or the ciphertext is damaged. */
  open(message: MessageKey, sealed: string): LogText | null;
}

interface MessageKey {
  readonly guildId: string;
  readonly messageId: string;
}

/** Keys in memory. */
const MAX_KEYS = 1000;

const textSchema = z.object({ name: z.string(), text: z.string() });

/** Each server has a key of its own, because a key is safe for 2^32 texts only. `stateKey` null: nothing can be read. */
export function createLogTexts(stateKey: Buffer | null): LogTexts {
  const keys = new LRUCache<string, Encryption>({ max: MAX_KEYS });

  function keyOf(guildId: string, from: Buffer): Encryption {
    const known = keys.get(guildId);
    if (known !== undefined) return known;
    const created = createEncryption(from, `message log of ${guildId}`);
    keys.set(guildId, created);
    return created;
  }

  return {
    seal({ guildId, messageId }, { name, text }) {
      if (stateKey === null) throw new TypeError('A text cannot be encrypted without a key.');
      return keyOf(guildId, stateKey).encrypt(JSON.stringify({ name, text }), messageId);
    },
    open({ guildId, messageId }, sealed) {
      const json = stateKey === null ? null : keyOf(guildId, stateKey).decrypt(sealed, messageId);
      return json === null ? null : textSchema.parse(JSON.parse(json));
    },
  };
}
