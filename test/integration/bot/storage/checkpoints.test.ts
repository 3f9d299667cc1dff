import { expect, it } from 'vitest';
import { createCheckpoints } from '../../../../src/bot/storage/checkpoints.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = '100000000000000001';

describeOnEveryDatabase((newDatabase) => {
  it('reads checkpoints by server and channel', async () => {
    const checkpoints = createCheckpoints((await openTestState(await newDatabase())).database);
    const written = new Map([
      ['11', { messageId: '500', editedAt: 1 }],
      ['12', { messageId: '600', editedAt: 2 }],
    ]);
    await checkpoints.write(GUILD, written, '100');
    expect(await checkpoints.read(GUILD, ['11', '12', '13'])).toEqual(written);
    expect(await checkpoints.read('2', ['11'])).toEqual(new Map());
    expect(await checkpoints.guildWatermark(GUILD)).toBe('100');
    expect(await checkpoints.guildWatermark('2')).toBeNull();
  });

  it('keeps the id since which the bot watches a server', async () => {
    const checkpoints = createCheckpoints((await openTestState(await newDatabase())).database);
    expect(await checkpoints.watchedSince(GUILD, '100')).toBe('100');
    expect(await checkpoints.watchedSince(GUILD, '200')).toBe('100');
  });

  it('forgets a server that the bot left, and no other', async () => {
    const checkpoints = createCheckpoints((await openTestState(await newDatabase())).database);
    const written = new Map([['11', { messageId: '500', editedAt: 1 }]]);
    for (const guildId of [GUILD, '2']) {
      await checkpoints.watchedSince(guildId, '100');
      await checkpoints.write(guildId, written, '300');
    }
    await checkpoints.forget(GUILD);
    expect(await checkpoints.guildWatermark(GUILD)).toBeNull();
    expect(await checkpoints.read(GUILD, ['11'])).toEqual(new Map());
    expect(await checkpoints.watchedSince(GUILD, '200')).toBe('200');
    expect(await checkpoints.read('2', ['11'])).toEqual(written);
    expect(await checkpoints.watchedSince('2', '200')).toBe('100');
    expect(await checkpoints.guildWatermark('2')).toBe('300');
  });
});
