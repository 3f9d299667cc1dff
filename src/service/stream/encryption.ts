import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  type ScryptOptions,
} from 'node:crypto';

/*
 * A session's transcript is encrypted with a key that only its author has. Layout: version (1 byte), salt (16), IV
 * (12), tag (16), ciphertext.
 */

const VERSION = 1;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 1 + SALT_BYTES + IV_BYTES + TAG_BYTES;
/** 32 MiB and about 80 ms per derivation. */
const SCRYPT: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

function deriveKey(authorKey: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(authorKey, salt, KEY_BYTES, SCRYPT, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** `context` binds the text to its session: it can't be decrypted for another one. */
export async function seal(text: string, authorKey: string, context: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(authorKey, salt), iv);
  cipher.setAAD(Buffer.from(context));
  const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Uint8Array.of(VERSION), salt, iv, cipher.getAuthTag(), secret]);
}

/** The text, or null if the key or context is wrong or the data was tampered with. */
export async function unseal(
  sealed: Uint8Array,
  authorKey: string,
  context: string,
): Promise<string | null> {
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) return null;
  const salt = sealed.subarray(1, 1 + SALT_BYTES);
  const iv = sealed.subarray(1 + SALT_BYTES, 1 + SALT_BYTES + IV_BYTES);
  const tag = sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(authorKey, salt), iv, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  const head = decipher.update(sealed.subarray(HEAD_BYTES));
  try {
    return Buffer.concat([head, decipher.final()]).toString('utf8');
  } catch {
    // GCM reports only that authentication failed.
    return null;
  }
}
