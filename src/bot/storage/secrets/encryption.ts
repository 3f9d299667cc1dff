import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets for the database. */
export interface Encryption {
  /** `decrypt` needs the same `context`, so that one record's secret cannot be moved to another record. */
  encrypt(secret: string, context: string): string;
  /** Null if the key or the context differs or the ciphertext is damaged. */
  decrypt(ciphertext: string, context: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The size NIST SP 800-38D recommends for GCM. Random nonces of this size are safe for 2^32 secrets per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. Each purpose has its own key, derived from the state key with HKDF. */
export function createEncryption(stateKey: Buffer, purpose: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', stateKey, '', `portcullis ${purpose}`, KEY_BYTES));
  return {
    encrypt(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    decrypt(ciphertext, context) {
      const bytes = Buffer.from(ciphertext, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      } catch {
        // GCM reports only that authentication failed.
        return null;
      }
    },
  };
}
