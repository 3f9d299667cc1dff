import { expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Case } from '../../../../src/bot/domain/case.ts';
import type { NoticeRow } from '../../../../src/bot/domain/notices.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createNotices } from '../../../../src/bot/storage/notices.ts';
import { purgeExpired } from '../../../../src/bot/storage/state.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const NOW = Date.UTC(2026, 0, 1);

function notice(overrides: Partial<NoticeRow> = {}): NoticeRow {
  return {
    guildId: '1',
    authorId: 'a',
    caseNumber: 7,
    isWaiting: true,
    queuedAt: NOW,
    dueAt: NOW,
    tries: 0,
    sentAt: null,
    ...overrides,
  };
}

describeOnEveryDatabase((newDatabase) => {
  it('stores one notice for each author of a server', async () => {
    const { database } = await openTestState(await newDatabase());
    const notices = createNotices(database);
    await notices.put(notice());
    await notices.put(notice({ guildId: '2', caseNumber: 1 }));
    const sent = notice({ caseNumber: 9, isWaiting: false, sentAt: NOW + 5, tries: 3 });
    await notices.put(sent);
    expect(await notices.get('1', 'a')).toEqual(sent);
    expect(await notices.get('2', 'a')).toMatchObject({ caseNumber: 1 });
    expect(await notices.get('1', 'b')).toBeNull();
  });

  it('stores a notice with the change of its case, or neither', async () => {
    const { database } = await openTestState(await newDatabase());
    const notices = createNotices(database);
    const cases = createCases(database, createFakeClock(), silentLogger);
    const record = await cases.open(caseDraft({ guildId: '1' }), 'text', 1);
    await cases.update(record, (latest) => ({ ...latest, closedAt: 5 }), notice());
    expect(await notices.get('1', 'a')).toEqual(notice());
    const broken = { ...notice({ tries: 1 }), queuedAt: null } as unknown as NoticeRow;
    const change = (latest: Case): Case => ({ ...latest, closedAt: 6 });
    await expect(cases.update(record, change, broken)).rejects.toThrow(/null/i);
    expect(await cases.get('1', record.number)).toMatchObject({ closedAt: 5 });
    expect(await notices.get('1', 'a')).toEqual(notice());
  });

  it('finds the waiting notice that is due first, the older one of two', async () => {
    const { database } = await openTestState(await newDatabase());
    const notices = createNotices(database);
    expect(await notices.next()).toBeNull();
    await notices.put(notice({ authorId: 'later', dueAt: NOW + 1 }));
    await notices.put(notice({ authorId: 'younger', queuedAt: NOW + 1 }));
    await notices.put(notice({ authorId: 'older' }));
    await notices.put(notice({ authorId: 'sent', isWaiting: false, dueAt: 0, sentAt: NOW }));
    const order: string[] = [];
    for (let next = await notices.next(); next !== null; next = await notices.next()) {
      order.push(next.authorId);
      await notices.put({ ...next, isWaiting: false });
    }
    expect(order).toEqual(['older', 'younger', 'later']);
  });

  it('forgets a sent notice after two days, and keeps a waiting one', async () => {
    const { database } = await openTestState(await newDatabase());
    const notices = createNotices(database);
    await notices.put(notice({ authorId: 'sent', isWaiting: false, sentAt: NOW }));
    await notices.put(notice({ authorId: 'waiting' }));
    await purgeExpired(database, NOW + DAY_MS);
    expect(await notices.get('1', 'sent')).not.toBeNull();
    await purgeExpired(database, NOW + 2 * DAY_MS);
    expect(await notices.get('1', 'sent')).toBeNull();
    expect(await notices.get('1', 'waiting')).not.toBeNull();
  });
});
