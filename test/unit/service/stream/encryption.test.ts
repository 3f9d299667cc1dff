import { beforeAll, describe, expect, it } from 'vitest';
import { seal, unseal } from '../../../../src/service/stream/encryption.ts';

const TEXT = 'what was said \u{1F600}';

describe('an encrypted transcript', () => {
  let sealed: Buffer;

  beforeAll(async () => {
    sealed = await seal(TEXT, 'key', 'place');
  });

  it('can be decrypted with its key', async () => {
    expect(await unseal(sealed, 'key', 'place')).toBe(TEXT);
  });

  it('reveals nothing of the text and differs every time', async () => {
    const other = await seal(TEXT, 'key', 'place');
    expect(sealed.toString('latin1')).not.toContain('said');
    expect(sealed.equals(other)).toBe(false);
  });

  it.each([
    ['another key', 'Key', 'place'],
    ['an empty key', '', 'place'],
    ['another context', 'key', 'Place'],
  ])('cannot be decrypted with %s', async (_name, key, place) => {
    expect(await unseal(sealed, key, place)).toBeNull();
  });

  it.each([0, 1, 17, 29, 45])('cannot be decrypted after byte %i was changed', async (index) => {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(await unseal(changed, 'key', 'place')).toBeNull();
  });

  it.each([0, 1, 44])('cannot be decrypted from only %i bytes', async (length) => {
    expect(await unseal(sealed.subarray(0, length), 'key', 'place')).toBeNull();
  });
});
