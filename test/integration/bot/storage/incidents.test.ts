import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Case } from '../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../src/bot/domain/effects.ts';
import {
  incidentDraft,
  withActionEnded,
  type BulkAction,
} from '../../../../src/bot/domain/incidents/incident.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createIncidents } from '../../../../src/bot/storage/incidents.ts';
import { readJson } from '../../../helpers/read-json.ts';
import { createMemberData } from '../../../../src/bot/storage/members/member-data.ts';
import { createLogTexts } from '../../../../src/bot/storage/message-log/log-texts.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = caseDraft().guildId;
const OTHER = '100000000000000099';
const AT = 1_750_000_000_000;
const MODERATOR = { id: '200000000000000003', name: 'the-moderator' };

const draft = (guildId = GUILD, openedAt = AT) => incidentDraft(guildId, ['sameText'], openedAt);
const DONE: Outcome = { status: 'done', at: AT };
const REFUSED: Outcome = {
  status: 'refused',
  at: AT,
  code: null,
  reason: { key: 'refusals:memberLeft.reason' },
  fix: { key: 'refusals:memberLeft.fix' },
};

const banAll = (cases: number[]): BulkAction => ({
  kind: 'ban',
  by: MODERATOR,
  at: AT,
  cases,
  skipped: [],
  result: null,
});

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    const incidents = createIncidents(database, silentLogger);

    /** A case of the incident whose steps ended as given. */
    async function add(
      incident: number,
      { steps = [], ...overrides }: Partial<Omit<Case, 'steps'>> & { steps?: [Effect, Outcome][] },
    ): Promise<Case> {
      const record = await cases.open(caseDraft(overrides), 'text', 30);
      return cases.update(record, (latest) => ({
        ...latest,
        incident,
        similarTo: overrides.similarTo ?? null,
        steps: steps.map(([effect, outcome]) => ({ effect, outcome })),
      }));
    }
    return { database, cases, incidents, add };
  }

  it('numbers the incidents of each server from 1, whatever the numbers of its cases', async () => {
    const { cases, incidents } = await open();
    await cases.open(caseDraft(), 'text', 30);
    const first = await incidents.open(draft());
    expect(first).toMatchObject({ number: 1, guildId: GUILD });
    await incidents.update(first, (latest) => ({ ...latest, endedAt: AT + 5 }));
    expect(await incidents.open(draft())).toMatchObject({ number: 2 });
    expect(await incidents.open(draft(OTHER))).toMatchObject({ number: 1 });
    expect(await cases.open(caseDraft(), 'text', 30)).toMatchObject({ number: 2 });
  });

  it('opens one incident when several are opened at once', async () => {
    const { incidents } = await open();
    const opened = await Promise.all(Array.from({ length: 8 }, () => incidents.open(draft())));
    expect(new Set(opened.map(({ number }) => number))).toEqual(new Set([1]));
    expect(await incidents.list(GUILD, 10)).toHaveLength(1);
  });

  it('finds the open incident of a server, and the latest ones', async () => {
    const { incidents } = await open();
    expect(await incidents.current(GUILD)).toBeNull();
    const first = await incidents.open(draft());
    expect(await incidents.current(GUILD)).toEqual(first);
    await incidents.update(first, (latest) => ({ ...latest, endedAt: AT + 5, endedBy: MODERATOR }));
    expect(await incidents.current(GUILD)).toBeNull();
    await incidents.open(draft());
    expect((await incidents.list(GUILD, 1)).map(({ number }) => number)).toEqual([2]);
    expect(await incidents.get(GUILD, 1)).toMatchObject({ endedBy: MODERATOR });
    expect(await incidents.get(GUILD, 3)).toBeNull();
  });

  it('is unfinished until it has ended and its last action, too', async () => {
    const { incidents } = await open();
    const first = await incidents.open(draft());
    await incidents.open(draft(OTHER));
    const numbers = async () => (await incidents.unfinished()).map(({ guildId }) => guildId);
    expect(await numbers()).toEqual([GUILD, OTHER]);
    await incidents.update(first, (latest) => ({
      ...latest,
      endedAt: AT + 5,
      bulkActions: [banAll([1, 2])],
    }));
    expect(await numbers()).toEqual([GUILD, OTHER]);
    const result = { at: AT + 9, done: 2, failed: 0 };
    await incidents.update(first, (latest) => withActionEnded(latest, result));
    expect(await numbers()).toEqual([OTHER]);
    expect(await incidents.get(GUILD, 1)).toMatchObject({ bulkActions: [{ result }] });
  });

  it('counts messages, members, channels and texts, and what was done and failed', async () => {
    const { incidents, add } = await open();
    const { number } = await incidents.open(draft());
    const a = memberAuthor('1');
    const webhook = { ...memberAuthor('2'), kind: 'webhook' as const };
    const first = await add(number, {
      author: a,
      channelId: '11',
      steps: [
        [{ kind: 'delete' }, DONE],
        [{ kind: 'timeout' }, REFUSED],
      ],
    });
    const similarTo = first.number;
    await add(number, {
      author: a,
      channelId: '12',
      similarTo,
      steps: [[{ kind: 'delete' }, DONE]],
    });
    await add(number, { author: memberAuthor('3'), channelId: '11', similarTo });
    await add(number, { author: webhook, channelId: '', openedAt: AT + 7 });
    await add(number + 1, { author: memberAuthor('4') });
    expect(await incidents.figures(GUILD, number)).toEqual({
      cases: 4,
      members: 2,
      channels: 2,
      lastAt: AT + 7,
      outcomes: [
        { kind: 'delete', status: 'done', cases: 2 },
        { kind: 'timeout', status: 'refused', cases: 1 },
      ],
      texts: [
        { caseNumber: first.number, cases: 3 },
        { caseNumber: first.number + 3, cases: 1 },
      ],
      textCount: 2,
      refusals: [{ kind: 'timeout', reason: REFUSED.reason, fix: REFUSED.fix }],
    });
  });

  it('has figures without any case', async () => {
    const { incidents } = await open();
    expect(await incidents.figures(GUILD, 1)).toMatchObject({ cases: 0, lastAt: null, texts: [] });
  });

  it('lists the cases of an incident in pages', async () => {
    const { incidents, add } = await open();
    for (let index = 0; index < 5; index += 1) await add(1, {});
    const page = async (after: number) =>
      (await incidents.casesOf(GUILD, 1, { after, limit: 2 })).map(({ number }) => number);
    expect(await page(0)).toEqual([1, 2]);
    expect(await page(2)).toEqual([3, 4]);
    expect(await page(4)).toEqual([5]);
  });

  it('finds the servers with recent cases', async () => {
    const { cases, incidents } = await open();
    await cases.open(caseDraft({ openedAt: AT }), 'text', 30);
    await cases.open(caseDraft({ guildId: OTHER, openedAt: AT - 1 }), 'text', 30);
    expect(await incidents.guildsWithCasesSince(AT)).toEqual([GUILD]);
  });

  it('counts the cases of the fifth busiest hour', async () => {
    const { cases, incidents } = await open();
    const hour = 3_600_000;
    const start = Math.ceil(AT / hour) * hour;
    for (const [index, count] of [3, 1, 5, 2, 4].entries()) {
      for (let minute = 0; minute < count; minute += 1) {
        const openedAt = start + index * hour + minute * 60_000;
        await cases.open(caseDraft({ openedAt }), 'text', 30);
      }
    }
    await cases.open(caseDraft({ guildId: OTHER, openedAt: start }), 'text', 30);
    expect(await incidents.busyHour(GUILD, start)).toBe(1);
    expect(await incidents.busyHour(GUILD, start + 1)).toBe(1);
    expect(await incidents.busyHour(GUILD, start + hour)).toBe(0);
  });

  it('forgets incidents that ended before a time, but no open one', async () => {
    const { incidents } = await open();
    const first = await incidents.open(draft());
    await incidents.update(first, (latest) => ({ ...latest, endedAt: AT + 5 }));
    await incidents.open(draft());
    await incidents.removeBefore(GUILD, AT + 5);
    expect(await incidents.list(GUILD, 5)).toHaveLength(2);
    await incidents.removeBefore(GUILD, AT + 6);
    expect((await incidents.list(GUILD, 5)).map(({ number }) => number)).toEqual([2]);
  });

  it('a moderator’s export names what they did about incidents, without the members', async () => {
    const { database, incidents } = await open();
    const first = await incidents.open(draft());
    const pause = { kind: 'pause', what: 'invites', by: MODERATOR, at: AT } as const;
    await incidents.update(first, (latest) => ({
      ...latest,
      endedAt: AT,
      endedBy: MODERATOR,
      bulkActions: [banAll([1, 2])],
      pauses: [pause, { ...pause, by: { id: '5', name: 'another' } }],
    }));
    const data = createMemberData(database, systemClock, silentLogger, createLogTexts(null));
    const at = new Date(AT).toISOString();
    expect(await readJson(data.export(GUILD, MODERATOR.id))).toMatchObject({
      asModerator: {
        incidents: [
          { incident: 1, kind: 'ban', at },
          { incident: 1, kind: 'pause invites', at },
          { incident: 1, kind: 'end', at },
        ],
      },
    });
  });
});
