import { expect, it } from 'vitest';
import { createAllowedTexts } from '../../../../src/bot/storage/allowed-texts.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

describeOnEveryDatabase((newDatabase) => {
  it('allows a text in one server until it is removed', async () => {
    const allowedTexts = createAllowedTexts((await openTestState(await newDatabase())).keyValues);
    await allowedTexts.add({ guildId: '1', fingerprint: 'text', number: 7 });
    expect(await allowedTexts.has('1', 'text')).toBe(true);
    expect(await allowedTexts.has('1', 'other')).toBe(false);
    expect(await allowedTexts.has('2', 'text')).toBe(false);
    await allowedTexts.remove({ guildId: '1', fingerprint: 'text' });
    expect(await allowedTexts.has('1', 'text')).toBe(false);
  });
});
