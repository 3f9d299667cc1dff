import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must not stand in the database in the clear. */
export interface Vault {
  /** Only with the same `boundTo` it opens again, so that no record can be given another one's secret. */
  seal(secret: string, boundTo: string): string;
  /** Null where it does not open: another key, another place, or damaged. */
  open(sealed: string, boundTo: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** What GCM is made for (NIST SP 800-38D): a random one is safe for far more secrets than there will be. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. Each purpose has a key of its own, derived from the bot's by HKDF. */
export function createVault(stateKey: Buffer, purpose: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', stateKey, '', `portcullis ${purpose}`, KEY_BYTES));
  return {
    seal(secret, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(tag);
      try {
        const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      } catch {
        // GCM says no more than that something does not fit.
        return null;
      }
    },
  };
}
