import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { withOutcome, type Case, type CaseDraft } from '../../../../src/bot/domain/case.ts';
import type { CaseListOptions } from '../../../../src/bot/domain/ports.ts';
import { createCases, type StoredCases } from '../../../../src/bot/storage/cases.ts';
import { purgeExpired } from '../../../../src/bot/storage/state.ts';
import { verdict } from '../../../helpers/verdicts.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { copyCase } from '../../../helpers/copy-case.ts';
import { collect } from '../../../helpers/collect.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = caseDraft().guildId;
const DAY_MS = 24 * 60 * 60 * 1000;

const draftBy = (authorId: string, guildId = GUILD) =>
  caseDraft({ guildId, author: memberAuthor(authorId) });

describeOnEveryDatabase((newDatabase) => {
  async function openCases(): Promise<StoredCases> {
    return createCases(
      (await openTestState(await newDatabase())).database,
      systemClock,
      silentLogger,
    );
  }

  it('numbers the cases of each server from one without gaps, even if opened simultaneously', async () => {
    const cases = await openCases();
    const opened = await Promise.all(
      ['1', '2', '1', '1', '2'].map((guildId) => cases.open(caseDraft({ guildId }), 'text', 30)),
    );
    expect(opened.map(({ guildId, number }) => `${guildId}#${number}`)).toEqual([
      '1#1',
      '2#1',
      '1#2',
      '1#3',
      '2#2',
    ]);
  });

  it('continues counting after a restart', async () => {
    const url = await newDatabase();
    const first = await openTestState(url);
    const cases = createCases(first.database, systemClock, silentLogger);
    for (let n = 0; n < 11; n += 1) await cases.open(caseDraft(), 'text', 30);
    await first.close();
    const reopened = createCases((await openTestState(url)).database, systemClock, silentLogger);
    expect((await reopened.open(caseDraft(), 'text', 30)).number).toBe(12);
  });

  it('does not use a number again after its case expired', async () => {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    await cases.open(caseDraft(), 'text', 30);
    await database.deleteFrom('cases').execute();
    expect((await cases.open(caseDraft(), 'text', 30)).number).toBe(2);
  });

  it('leaves no gap after a case that could not be stored', async () => {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    const unstorable = caseDraft({ openedAt: Number.NaN });
    await expect(cases.open(unstorable, 'text', 30)).rejects.toThrow(DatabaseError);
    expect((await cases.open(caseDraft(), 'text', 30)).number).toBe(1);
  });

  it('finds a case by its number and by its message', async () => {
    const cases = await openCases();
    const record = await cases.open(caseDraft({ messageId: '77' }), 'text', 30);
    expect(await cases.get(GUILD, record.number)).toEqual(record);
    expect(await cases.ofMessage(GUILD, '77')).toEqual(record);
    expect(await cases.ofMessage(GUILD, '78')).toBeNull();
  });

  it('finds the cases of an alert, oldest first', async () => {
    const cases = await openCases();
    const alert = { channelId: '9', messageId: '91' };
    const first = await cases.open(caseDraft(), 'text', 30);
    await cases.open(caseDraft({ alert: { ...alert, messageId: '92' } }), 'text', 30);
    const third = await cases.open(caseDraft({ alert }), 'text', 30);
    const updated = await cases.update(first, (latest) => ({ ...latest, alert }));
    expect(await cases.ofAlert(GUILD, '91')).toEqual([updated, third]);
    expect(await cases.ofAlert('1', '91')).toEqual([]);
  });

  it('finds the alert of an author’s latest case with an alert', async () => {
    const cases = await openCases();
    const alert = { channelId: '9', messageId: '91' };
    expect(await cases.latestAlert(GUILD, '10')).toBeNull();
    await cases.open({ ...draftBy('10'), alert: { ...alert, messageId: '90' } }, 'text', 30);
    await cases.open({ ...draftBy('10'), alert }, 'text', 30);
    await cases.open({ ...draftBy('11'), alert: { ...alert, messageId: '92' } }, 'text', 30);
    await cases.open(draftBy('10'), 'text', 30);
    expect(await cases.latestAlert(GUILD, '10')).toEqual(alert);
    expect(await cases.latestAlert('2', '10')).toBeNull();
  });

  describe('the history of an author', () => {
    const deletedAt = (openedAt: number): CaseDraft => ({
      ...draftBy('7'),
      openedAt,
      steps: [{ effect: { kind: 'delete' }, outcome: { status: 'done', at: openedAt } }],
    });

    it('counts their cases since a time, before a case, by what was done', async () => {
      const cases = await openCases();
      await cases.open(deletedAt(100), 'text', 30);
      await cases.open(deletedAt(200), 'text', 30);
      await cases.open({ ...draftBy('8'), openedAt: 250 }, 'text', 30);
      await cases.open({ ...draftBy('7'), openedAt: 300 }, 'text', 30);
      const history = (sinceMs: number, below: number) =>
        cases.historyOf(GUILD, '7', { sinceMs, below });
      expect(await history(0, 5)).toEqual({
        total: 3,
        results: [
          { key: 'deleted', count: 2 },
          { key: 'alertOnly', count: 1 },
        ],
        lastAt: 300,
        isComplete: true,
      });
      expect(await history(200, 4)).toMatchObject({ total: 1, lastAt: 200 });
      expect(await history(301, 5)).toMatchObject({ total: 0, lastAt: null });
    });

    it('leaves out what moderators undid or allowed, whatever they did next', async () => {
      const cases = await openCases();
      const undone = await cases.open(deletedAt(100), 'text', 30);
      const act =
        (kind: 'undo' | 'allow' | 'done') =>
        (latest: Case): Case => ({
          ...latest,
          moderatorActions: [
            ...latest.moderatorActions,
            { kind, by: { id: '5', name: 'mod' }, at: 1, reason: null, steps: [], endedAt: 1 },
          ],
        });
      await cases.update(undone, act('undo'));
      await cases.update(undone, act('done'));
      await cases.update(await cases.open(deletedAt(200), 'text', 30), act('allow'));
      expect(await cases.historyOf(GUILD, '7', { sinceMs: 0, below: 9 })).toMatchObject({
        total: 0,
      });
    });

    it('reads a bounded number of cases', async () => {
      const cases = await openCases();
      for (let index = 0; index < 205; index += 1) await cases.open(deletedAt(index), 'text', 30);
      expect(await cases.historyOf(GUILD, '7', { sinceMs: 0, below: 999 })).toMatchObject({
        total: 200,
        isComplete: false,
      });
    });
  });

  it('stores the text separately, for as long as the policy says', async () => {
    const { database } = await openTestState(await newDatabase());
    const clock = createFakeClock();
    const cases = createCases(database, clock, silentLogger);
    const { number } = await cases.open(caseDraft(), 'the message text', 30);
    clock.advance(29 * DAY_MS);
    await purgeExpired(database, clock.now());
    expect(await cases.evidence(GUILD, number)).toBe('the message text');
    clock.advance(2 * DAY_MS);
    expect(await cases.evidence(GUILD, number)).toBeNull();
    expect(await purgeExpired(database, clock.now())).toBe(1);
    expect(await database.selectFrom('case_texts').selectAll().execute()).toEqual([]);
    expect(JSON.stringify(await cases.get(GUILD, number))).not.toContain('the message text');
  });

  it('stores what the verdict quotes with the text', async () => {
    const { database } = await openTestState(await newDatabase());
    const clock = createFakeClock();
    const cases = createCases(database, clock, silentLogger);
    const quotes = { trainingWords: ['spoon'], trainingWordPatches: [true], operator: null };
    const draft = caseDraft({
      judgement: { kind: 'verdict', verdict: verdict('flag', { quotes }) },
    });
    const record = await cases.open(draft, 'a spoon', 30);
    expect(JSON.stringify([record, await cases.get(GUILD, record.number)])).not.toContain('spoon');
    expect(await cases.quotes(GUILD, record.number)).toEqual(quotes);
    clock.advance(31 * DAY_MS);
    expect(await cases.quotes(GUILD, record.number)).toBeNull();
  });

  it('finds the cases that wait for a kind of action, the most urgent first', async () => {
    const cases = await openCases();
    const stepsOf = (...kinds: ('delete' | 'timeout' | 'ban' | 'alert')[]) =>
      kinds.map((kind) => ({ effect: { kind }, outcome: null }));
    const first = await cases.open(caseDraft({ steps: stepsOf('delete', 'alert') }), '', 30);
    await cases.open(caseDraft({ steps: stepsOf('delete', 'timeout') }), '', 30);
    await cases.open(caseDraft({ steps: stepsOf('delete', 'ban') }), '', 30);
    await cases.open(caseDraft({ steps: stepsOf('ban') }), '', 30);
    await cases.open(caseDraft({ guildId: '9', steps: stepsOf('delete') }), '', 30);
    const numbers = async (kind: 'delete' | 'timeout', limit = 10) =>
      (await cases.waitingFor(GUILD, { kind, channelId: null }, limit)).map(({ number }) => number);
    expect(await numbers('delete')).toEqual([3, 2, 1]);
    expect(await numbers('delete', 2)).toEqual([3, 2]);
    expect(await numbers('timeout')).toEqual([]);
    const elsewhere = { kind: 'delete', channelId: '5' } as const;
    expect(await cases.waitingFor(GUILD, elsewhere, 10)).toEqual([]);
    const outcome = { status: 'done', at: 1 } as const;
    await cases.update(first, (latest) =>
      withOutcome(latest, { index: 0, outcome, alert: null, at: 1 }),
    );
    expect(await numbers('delete')).toEqual([3, 2]);
  });

  it('finds the cases that a previous process did not close', async () => {
    const url = await newDatabase();
    const first = await openTestState(url);
    const cases = createCases(first.database, systemClock, silentLogger);
    const open = await cases.open(caseDraft({ messageId: '1' }), 'text', 30);
    const closed = await cases.open(caseDraft({ messageId: '2' }), 'text', 30);
    await cases.update(closed, (latest) => ({ ...latest, closedAt: 1 }));
    await first.close();
    const reopened = createCases((await openTestState(url)).database, systemClock, silentLogger);
    expect(await collect(reopened.unfinished())).toEqual([open]);
  });

  it('finds the cases with a moderator action that a previous process did not end', async () => {
    const url = await newDatabase();
    const first = await openTestState(url);
    const cases = createCases(first.database, systemClock, silentLogger);
    const record = await cases.open(caseDraft({ closedAt: 1 }), 'text', 30);
    const moderatorAction = {
      kind: 'undo' as const,
      by: { id: '1', name: 'moderator' },
      at: 2,
      reason: null,
      steps: [],
      endedAt: null,
    };
    const updated = await cases.update(record, (latest) => ({
      ...latest,
      moderatorActions: [moderatorAction],
    }));
    await first.close();
    const reopened = createCases((await openTestState(url)).database, systemClock, silentLogger);
    expect(await collect(reopened.unfinished())).toEqual([updated]);
    await reopened.update(updated, (latest) => ({
      ...latest,
      moderatorActions: [{ ...moderatorAction, endedAt: 3 }],
    }));
    expect(await collect(reopened.unfinished())).toEqual([]);
  });

  it('changes the stored case, even if the caller has an older one', async () => {
    const cases = await openCases();
    const old = await cases.open(caseDraft(), 'text', 30);
    const note = (text: string) => ({ by: { id: '1', name: 'moderator' }, at: 1, text });
    await Promise.all(
      ['first', 'second', 'third'].map((text) =>
        cases.update(old, (latest) => ({ ...latest, notes: [...latest.notes, note(text)] })),
      ),
    );
    const stored = await cases.get(GUILD, old.number);
    expect(stored?.notes.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  });

  it('lists the newest cases first, of a server or of one author', async () => {
    const cases = await openCases();
    for (const id of ['1', '2', '1', '1', '2']) await cases.open(draftBy(id), 'text', 30);
    await cases.open(draftBy('1', '9'), 'text', 30);
    const numbers = async (options: CaseListOptions) =>
      (await cases.list(GUILD, options)).map(({ number }) => number);
    expect(await numbers({ limit: 10 })).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ limit: 2, below: 4 })).toEqual([3, 2]);
    expect(await numbers({ authorId: '1', limit: 10 })).toEqual([4, 3, 1]);
    expect(await numbers({ authorId: '1', limit: 1, below: 4 })).toEqual([3]);
    expect(await numbers({ authorId: '3', limit: 10 })).toEqual([]);
  });

  it('deletes the texts of one author in one server only', async () => {
    const cases = await openCases();
    for (const id of ['1', '2', '1']) await cases.open(draftBy(id), 'text', 30);
    await cases.open(draftBy('1', '9'), 'text', 30);
    expect(await cases.forgetTexts(GUILD, '1')).toBe(2);
    const texts = await Promise.all([1, 2, 3].map((number) => cases.evidence(GUILD, number)));
    expect(texts).toEqual([null, 'text', null]);
    expect(await cases.evidence('9', 1)).toBe('text');
  });

  it('finds the bans that have to end, and keeps their cases until they have', async () => {
    const cases = await openCases();
    const steps: CaseDraft['steps'] = [{ effect: { kind: 'ban', seconds: 60 }, outcome: null }];
    const record = await cases.open(caseDraft({ steps }), '', 30);
    const outcome = { status: 'done', at: 1, until: 5000 } as const;
    const banned = await cases.update(record, (latest) =>
      withOutcome(latest, { index: 0, outcome, alert: null, at: 1 }),
    );
    expect(await cases.bansEndedBy(4999)).toEqual([]);
    expect(await cases.bansEndedBy(5000)).toEqual([{ guildId: GUILD, number: 1 }]);
    expect(await cases.removeBefore(GUILD, record.openedAt + 1)).toEqual([]);
    await cases.update(banned, (latest) => ({
      ...latest,
      moderatorActions: [
        {
          kind: 'expire',
          by: { id: '1', name: 'Portcullis' },
          at: 5000,
          reason: null,
          steps: [{ action: { kind: 'unban' }, outcome: null }],
          endedAt: null,
        },
      ],
    }));
    expect(await cases.bansEndedBy(5000)).toEqual([]);
    expect(await cases.removeBefore(GUILD, record.openedAt + 1)).toEqual([1]);
  });

  it('deletes a long history in steps', async () => {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    await cases.open(caseDraft({ openedAt: 1 }), 'text', 30);
    await copyCase(database, 300);
    const steps: number[] = [];
    for (let left = 1; left > 0; steps.push(left)) {
      left = (await cases.removeBefore(GUILD, 2)).length;
    }
    expect(steps).toEqual([200, 101, 0]);
    expect(await cases.list(GUILD, { limit: 5 })).toEqual([]);
  });

  it('names the servers with cases before a time', async () => {
    const cases = await openCases();
    await cases.open(caseDraft({ guildId: '1', openedAt: 5 }), 'text', 30);
    await cases.open(caseDraft({ guildId: '2', openedAt: 6 }), 'text', 30);
    expect(await cases.guildsWithCasesBefore(5)).toEqual([]);
    expect(await cases.guildsWithCasesBefore(6)).toEqual(['1']);
  });

  it('deletes and lists hundreds of cases', async () => {
    const cases = await openCases();
    const drafts = Array.from({ length: 501 }, () => draftBy('1'));
    await Promise.all(drafts.map((draft) => cases.open(draft, 'text', 30)));
    expect(await cases.forgetTexts(GUILD, '1')).toBe(501);
    expect(await cases.evidence(GUILD, 1)).toBeNull();
    expect(await cases.list(GUILD, { authorId: '1', limit: 1000 })).toHaveLength(501);
  });

  it.each([
    ['does not fit its schema', '{"number":"one"}'],
    ['is not JSON', '{"number":'],
  ])('logs and skips a case that %s, and does not reuse its number', async (_, record) => {
    const { database } = await openTestState(await newDatabase());
    const { logger, lines } = createLogSink();
    const cases = createCases(database, systemClock, logger);
    const { number } = await cases.open(caseDraft({ messageId: '1' }), 'text', 30);
    await database.updateTable('cases').set({ record }).execute();
    expect(await cases.get(GUILD, number)).toBeNull();
    expect(await cases.list(GUILD, { limit: 5 })).toEqual([]);
    expect(await collect(cases.unfinished())).toEqual([]);
    expect(lines.join()).toContain(`case ${GUILD}#${number}`);
    expect((await cases.open(caseDraft(), 'text', 30)).number).toBe(number + 1);
  });
});
