import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  MAX_PICTURES,
  type NewPicture,
} from '../../../../src/bot/domain/pictures/known-pictures.ts';
import { createKnownPictures } from '../../../../src/bot/storage/known-pictures.ts';
import { openTestState } from '../../../helpers/test-state.ts';

const GUILD = '100000000000000001';
const OTHER = '100000000000000002';
const BY = { id: '5', name: 'moderator' };

const hashOf = (number: number): string => number.toString(16).padStart(16, '0');
/** The lowest bits make pictures look alike, so numbers are far apart. */
const picture = (number: number): NewPicture => {
  const hash = hashOf(number * 0x1f1f1f);
  return {
    hash,
    hashes: [hash, hashOf(0xffff_ffff_0000 + number)],
    preview: Buffer.from(`jpeg ${number}`),
  };
};

async function open(stateKey = randomBytes(32)) {
  const { database } = await openTestState();
  const pictures = createKnownPictures({ database, stateKey });
  const add = (guildId: string, source: 'own' | 'imported', list: readonly NewPicture[], at = 1) =>
    pictures.add(guildId, { source, pictures: list, by: BY, at });
  return { database, pictures, add };
}

describe('known pictures', () => {
  it('are found by any of their hashes, as long as few bits differ', async () => {
    const { pictures, add } = await open();
    await add(GUILD, 'own', [{ ...picture(1), hashes: ['00000000000000ff', 'ffff000000000000'] }]);
    expect(await pictures.find(GUILD, ['ffff00000000000f'])).toMatchObject({ bits: 4, by: BY });
    expect(await pictures.find(GUILD, ['ffff00000000001f'])).toBeNull();
    expect(await pictures.find(OTHER, ['ffff000000000000'])).toBeNull();
  });

  it('of the server itself come before imported ones that are closer', async () => {
    const { pictures, add } = await open();
    await add(GUILD, 'imported', [{ ...picture(1), hashes: ['ffff000000000000'] }]);
    await add(GUILD, 'own', [{ ...picture(2), hashes: ['ffff000000000003'] }]);
    const match = await pictures.find(GUILD, ['ffff000000000000']);
    expect(match).toMatchObject({ source: 'own', bits: 2 });
  });

  it('are no longer found after they were removed', async () => {
    const { pictures, add } = await open();
    const { hash, hashes } = picture(1);
    await add(GUILD, 'own', [picture(1)]);
    expect(await pictures.isEmpty(GUILD)).toBe(false);
    expect(await pictures.remove(GUILD, hash)).toBe(true);
    expect(await pictures.remove(GUILD, hash)).toBe(false);
    expect(await pictures.find(GUILD, hashes)).toBeNull();
    expect(await pictures.isEmpty(GUILD)).toBe(true);
  });

  it('become the server’s own when they were imported before', async () => {
    const { pictures, add } = await open();
    await add(GUILD, 'imported', [{ ...picture(1), preview: null }]);
    expect(await add(GUILD, 'own', [picture(1)])).toEqual({ added: 1, existing: 0, leftOut: 0 });
    expect(await add(GUILD, 'imported', [picture(1)])).toMatchObject({ added: 0, existing: 1 });
    expect(await pictures.list(GUILD)).toMatchObject([{ source: 'own' }]);
  });

  it('are listed newest first', async () => {
    const { pictures, add } = await open();
    await add(GUILD, 'own', [picture(1)], 10);
    await add(GUILD, 'own', [picture(2)], 20);
    expect((await pictures.list(GUILD)).map(({ hash }) => hash)).toEqual([
      picture(2).hash,
      picture(1).hash,
    ]);
  });

  it('are limited per source', async () => {
    const { add } = await open();
    const many = Array.from({ length: MAX_PICTURES + 5 }, (_, index) => picture(index + 1));
    expect(await add(GUILD, 'imported', many)).toEqual({
      added: MAX_PICTURES,
      existing: 0,
      leftOut: 5,
    });
    expect(await add(GUILD, 'own', [picture(2 * MAX_PICTURES)])).toMatchObject({ added: 1 });
  });

  it('are stored with their previews encrypted, and only their own server can open them', async () => {
    const { database, pictures, add } = await open();
    await add(GUILD, 'own', [picture(7)]);
    const stored = await database.selectFrom('known_pictures').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(Buffer.from('jpeg 7').toString('base64'));
    const preview = await pictures.preview(GUILD, picture(7).hash);
    expect(Buffer.from(preview ?? []).toString()).toBe('jpeg 7');
    expect(await pictures.preview(OTHER, picture(7).hash)).toBeNull();
  });

  it('seal the pictures of a case for its server', async () => {
    const { pictures } = await open();
    const sealed = pictures.seal(GUILD, { posted: 'AAAA', known: null });
    expect(sealed).not.toContain('AAAA');
    expect(pictures.unseal(GUILD, sealed)).toEqual({ posted: 'AAAA', known: null });
    expect(pictures.unseal(OTHER, sealed)).toBeNull();
  });
});
