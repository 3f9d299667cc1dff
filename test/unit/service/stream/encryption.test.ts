import { describe, expect, it } from 'vitest';
import { seal, unseal } from '../../../../src/service/stream/encryption.ts';

const TEXT = 'what was said \u{1F600}';

describe('an encrypted transcript', () => {
  it('can be decrypted with its key', async () => {
    expect(await unseal(await seal(TEXT, 'key', 'place'), 'key', 'place')).toBe(TEXT);
  });

  it('reveals nothing of the text and differs every time', async () => {
    const [one, other] = [await seal(TEXT, 'key', 'place'), await seal(TEXT, 'key', 'place')];
    expect(one.toString('latin1')).not.toContain('said');
    expect(one.equals(other)).toBe(false);
  });

  it.each([
    ['another key', 'Key', 'place'],
    ['an empty key', '', 'place'],
    ['another context', 'key', 'Place'],
  ])('cannot be decrypted with %s', async (_name, key, place) => {
    expect(await unseal(await seal(TEXT, 'key', 'place'), key, place)).toBeNull();
  });

  it.each([0, 1, 17, 29, 45])('cannot be decrypted after byte %i was changed', async (index) => {
    const sealed = await seal(TEXT, 'key', 'place');
    sealed[index] = (sealed[index] ?? 0) ^ 1;
    expect(await unseal(sealed, 'key', 'place')).toBeNull();
  });

  it.each([0, 1, 44])('cannot be decrypted from only %i bytes', async (length) => {
    const sealed = await seal(TEXT, 'key', 'place');
    expect(await unseal(sealed.subarray(0, length), 'key', 'place')).toBeNull();
  });
});
