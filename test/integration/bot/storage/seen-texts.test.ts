import { expect, it } from 'vitest';
import { createCheckpoints } from '../../../../src/bot/storage/checkpoints.ts';
import { createSeenTexts } from '../../../../src/bot/storage/seen-texts.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = '100000000000000001';

describeOnEveryDatabase((newDatabase) => {
  it('keeps the hashes of a server as long as the bot is in it', async () => {
    const { database } = await openTestState(await newDatabase());
    const seen = createSeenTexts(database);
    const checkpoints = createCheckpoints(database);
    expect(await seen.get(GUILD)).toBeNull();
    await checkpoints.watchedSince(GUILD, '100');
    expect(await seen.get(GUILD)).toBeNull();
    const hashes = [0, 7, 2 ** 32 - 1];
    await seen.set(GUILD, hashes);
    expect(await seen.get(GUILD)).toEqual(new Set(hashes));
    await checkpoints.forget(GUILD);
    await seen.set(GUILD, hashes);
    expect(await seen.get(GUILD)).toBeNull();
  });
});
