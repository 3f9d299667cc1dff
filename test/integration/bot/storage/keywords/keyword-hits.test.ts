import { expect, it } from 'vitest';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { createKeywordHits } from '../../../../../src/bot/storage/keywords/keyword-hits.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const HIT = {
  eventId: 'a',
  guildId: '1',
  channelId: '2',
  messageId: '3',
  authorId: '4',
  keywords: ['word'],
  text: 'words',
};

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const { database } = await openTestState(await newDatabase());
    return { database, hits: createKeywordHits(database, createFakeClock(), silentLogger) };
  }

  it('deletes the texts of one author only', async () => {
    const { database, hits } = await open();
    const all = [
      HIT,
      { ...HIT, eventId: 'b', authorId: '44' },
      { ...HIT, eventId: 'c', guildId: '9' },
      { ...HIT, eventId: 'd', text: null },
    ];
    for (const hit of all) await hits.add(database, hit, 60_000);
    const stored = () => Promise.all(all.map(({ eventId }) => hits.get(eventId)));
    expect(await stored()).toEqual(all);
    expect(await hits.forgetTexts('1', '4')).toBe(1);
    expect(await stored()).toEqual([{ ...HIT, text: null }, ...all.slice(1)]);
  });

  it('finds the posted alert of a message’s hit until a case claims it', async () => {
    const { database, hits } = await open();
    const alert = { channelId: '8', messageId: '9' };
    await hits.add(database, HIT, 60_000);
    expect(await hits.ofMessage('1', '3')).toBeNull();
    await hits.setAlert(database, 'a', alert);
    const alerted = { ...HIT, alert };
    expect(await hits.ofMessage('1', '3')).toEqual(alerted);
    expect(await hits.ofMessage('2', '3')).toBeNull();
    for (const keyword of ['another', 'another']) {
      expect(await hits.addKeyword(database, alerted, keyword)).toBe(true);
    }
    expect(await hits.get('a')).toEqual({ ...HIT, keywords: ['word', 'another'] });
    await hits.claim('a');
    expect(await hits.ofMessage('1', '3')).toBeNull();
    expect(await hits.addKeyword(database, alerted, 'late')).toBe(false);
    expect(await hits.get('a')).toEqual({ ...HIT, keywords: ['word', 'another'] });
  });
});
