import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  createGuildEraser,
  createSampleEraser,
} from '../../../../src/bot/retention/guild-eraser.ts';
import { startRetention } from '../../../../src/bot/retention/retention.ts';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { incidentDraft } from '../../../../src/bot/domain/incidents/incident.ts';
import { withReview } from '../../../../src/bot/domain/posts/digest.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import { createAllowedTexts } from '../../../../src/bot/storage/allowed-texts.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createCaseStatistics } from '../../../../src/bot/storage/statistics/case-statistics.ts';
import { createCheckpoints } from '../../../../src/bot/storage/checkpoints.ts';
import { createEventStore } from '../../../../src/bot/storage/events/events.ts';
import { acceptEvent } from '../../../helpers/accept-event.ts';
import { taggingContent } from '../../../helpers/event-content.ts';
import { createDigestStore } from '../../../../src/bot/storage/digests.ts';
import { eraseGuildRows } from '../../../../src/bot/storage/guild-data.ts';
import { createIncidents } from '../../../../src/bot/storage/incidents.ts';
import { createInsightsJobs } from '../../../../src/bot/storage/service-records/insights-jobs.ts';
import { createKeywordHits } from '../../../../src/bot/storage/keywords/keyword-hits.ts';
import { createKeywords } from '../../../../src/bot/storage/keywords/keywords.ts';
import { createLeftGuilds } from '../../../../src/bot/storage/left-guilds.ts';
import { createServerWords } from '../../../../src/bot/storage/server-words.ts';
import { createPolicies } from '../../../../src/bot/storage/policies.ts';
import { createTaggingSessions } from '../../../../src/bot/storage/service-records/tagging-sessions.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { copyCase } from '../../../helpers/copy-case.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { purgeExpired } from '../../../../src/bot/storage/state.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = '300000000000000001';
const OTHER = '300000000000000002';
const BY = { id: '300000000000000003', name: 'mod' };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database, keyValues } = await openTestState(await newDatabase());
    const logger = silentLogger;
    const cases = createCases(database, clock, logger);
    const incidents = createIncidents(database, logger);
    const policies = createPolicies(keyValues);
    const allowedTexts = createAllowedTexts(keyValues);
    const keywords = createKeywords(database);
    const leftGuilds = createLeftGuilds(database);
    const tagging = createTaggingSessions({ database, stateKey: Buffer.alloc(32), clock });
    const present = new Set([GUILD, OTHER]);
    const removedKeywords: string[] = [];
    const erasedProperties: object[] = [];
    let isServiceDown = false;
    const addons = {
      async removeKeyword(text: string) {
        if (isServiceDown) throw new Error('the service is down');
        removedKeywords.push(text);
      },
    };
    const words = createServerWords(database);
    const embedded = { erase: async (scope: object) => void erasedProperties.push(scope) };
    const eraser = createGuildEraser({
      database,
      policies,
      allowedTexts,
      tagging,
      keywords,
      service: { addons } as never,
      embedded,
      words,
      eraseSamples: createSampleEraser({ database, words, embedded }),
      isPresent: (guildId) => present.has(guildId),
      logger,
    });
    const retention = startRetention({
      cases,
      incidents,
      allowedTexts,
      caseStatistics: createCaseStatistics(database, clock, logger),
      policies,
      leftGuilds,
      eraser,
      isPresent: (guildId) => present.has(guildId),
      caseDays: 365,
      clock,
      logger,
    });

    /** One row in every table, and every setting. */
    async function fill(guildId: string): Promise<void> {
      const events = createEventStore(database, clock, logger);
      const record = await cases.open(caseDraft({ guildId, openedAt: clock.now() }), 'text', 30);
      const incident = await incidents.open(incidentDraft(guildId, ['sameText'], clock.now()));
      await incidents.update(incident, (latest) => ({ ...latest, endedAt: clock.now() }));
      await policies.set(guildId, { ...defaultPolicy, mode: 'watch' });
      await allowedTexts.add({ guildId, fingerprint: 'text', number: record.number });
      await keywords.add(guildId, { text: `keyword of ${guildId}`, by: BY, at: 1 });
      await createCheckpoints(database).watchedSince(guildId, '1');
      await createCheckpoints(database).write(
        guildId,
        new Map([['1', { messageId: '2', editedAt: 3 }]]),
        '4',
      );
      const place = { guildId, channelId: '1', messageId: '2', authorId: '3' };
      await createKeywordHits(database, clock, logger).add(
        database,
        { eventId: `hit ${guildId}`, keywords: ['k'], text: 'text', ...place },
        DAY_MS,
      );
      const content = { kind: 'keyword', keyword: 'k', guildId, place, text: 't', at: 0 } as const;
      const receivedAtMs = clock.now();
      await acceptEvent(database, { id: `done ${guildId}`, content, receivedAtMs });
      await events.done(database, await events.next({ guildId, kind: 'keyword', subject: '' }, 1));
      await acceptEvent(database, { id: `waiting ${guildId}`, content, receivedAtMs });
      const result = { id: `result ${guildId}`, content: taggingContent('c'), receivedAtMs };
      await acceptEvent(database, result, guildId);
      await createDigestStore(database, clock, logger).count(database, guildId, {
        ref: 'r',
        add: withReview,
      });
      await createInsightsJobs(database, clock, logger).add({
        jobId: 'j',
        guildId,
        userId: '3',
        metric: 'sentiment',
        fromMs: 0,
        toMs: 1,
        startedAtMs: 2,
      });
      await tagging.add(
        {
          convoId: `convo ${guildId}`,
          guildId,
          channelId: '1',
          userId: '3',
          title: 't',
          startedAt: 1,
        },
        'key',
      );
    }

    /** The tables that mention a server. */
    async function tablesWith(guildId: string): Promise<string[]> {
      const names = (await database.introspection.getTables()).map(({ name }) => name);
      const mentioning: string[] = [];
      for (const name of names.filter((table) => !table.startsWith('kysely_'))) {
        const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(database);
        if (rows.some((row) => JSON.stringify(row).includes(guildId))) mentioning.push(name);
      }
      return mentioning.sort();
    }

    return {
      clock,
      database,
      cases,
      incidents,
      policies,
      allowedTexts,
      keywords,
      leftGuilds,
      present,
      eraser,
      retention,
      fill,
      tablesWith,
      removedKeywords,
      erasedProperties,
      setServiceDown: (isDown: boolean) => (isServiceDown = isDown),
    };
  }

  it('expires cases after the operator’s time, or the server’s own, and never numbers another case the same', async () => {
    const { clock, cases, policies, allowedTexts, retention } = await open();
    await policies.set(OTHER, { ...defaultPolicy, caseDays: 30 });
    for (const guildId of [GUILD, OTHER]) {
      const record = await cases.open(caseDraft({ guildId, openedAt: clock.now() }), 'text', 90);
      await allowedTexts.add({ guildId, fingerprint: 'text', number: record.number });
    }
    clock.advance(31 * DAY_MS);
    await retention.run();
    expect(await cases.get(GUILD, 1)).not.toBeNull();
    expect(await cases.get(OTHER, 1)).toBeNull();
    expect(await cases.evidence(OTHER, 1)).toBeNull();
    expect(await allowedTexts.has(GUILD, 'text')).toBe(true);
    expect(await allowedTexts.has(OTHER, 'text')).toBe(false);

    clock.advance(335 * DAY_MS);
    await retention.run();
    expect(await cases.get(GUILD, 1)).toBeNull();
    expect(await allowedTexts.has(GUILD, 'text')).toBe(false);
    expect((await cases.open(caseDraft({ guildId: GUILD }), 'text', 30)).number).toBe(2);
  });

  it('expires all cases of a long history', async () => {
    const { clock, cases, database, retention } = await open();
    await cases.open(caseDraft({ guildId: GUILD, openedAt: clock.now() }), 'text', 30);
    await copyCase(database, 300);
    clock.advance(366 * DAY_MS);
    await retention.run();
    expect(await cases.list(GUILD, { limit: 5 })).toEqual([]);
  });

  it('expires incidents with the cases of their time', async () => {
    const { clock, incidents, fill, retention } = await open();
    await fill(GUILD);
    await retention.run();
    expect(await incidents.list(GUILD, 5)).toHaveLength(1);
    clock.advance(366 * DAY_MS);
    await retention.run();
    expect(await incidents.list(GUILD, 5)).toEqual([]);
  });

  it('erases everything of a server except its last case number 30 days after the bot left it', async () => {
    const {
      clock,
      database,
      leftGuilds,
      present,
      retention,
      fill,
      tablesWith,
      policies,
      removedKeywords,
      erasedProperties,
    } = await open();
    await fill(GUILD);
    await fill(OTHER);
    expect(await tablesWith(GUILD)).toHaveLength(14);
    const ofOther = await tablesWith(OTHER);
    await leftGuilds.left(GUILD, clock.now());
    present.delete(GUILD);
    clock.advance(29 * DAY_MS);
    await retention.run();
    expect(await tablesWith(GUILD)).toContain('cases');
    clock.advance(DAY_MS);
    await purgeExpired(database, clock.now());
    await retention.run();
    expect(await tablesWith(GUILD)).toEqual(['case_numbers']);
    expect((await policies.get(GUILD)).mode).toBe('enforce');
    expect(removedKeywords).toEqual([`keyword of ${GUILD}`]);
    // The texts have expired before.
    expect(erasedProperties).toEqual([{ propertyId: GUILD, convoIds: [] }]);
    // The rest of the other server's rows has expired or never expires.
    expect(ofOther).toContain('cases');
    expect(await tablesWith(OTHER)).toContain('cases');
  });

  it('keeps the data of a server that the bot came back to, also while it was not running', async () => {
    const { clock, leftGuilds, present, retention, fill, tablesWith } = await open();
    await fill(GUILD);
    await leftGuilds.compare(() => false, clock.now());
    clock.advance(20 * DAY_MS);
    await leftGuilds.compare((guildId) => present.has(guildId), clock.now());
    clock.advance(20 * DAY_MS);
    present.delete(GUILD);
    await leftGuilds.compare((guildId) => present.has(guildId), clock.now());
    clock.advance(20 * DAY_MS);
    await retention.run();
    expect(await tablesWith(GUILD)).toContain('cases');
    clock.advance(10 * DAY_MS);
    await retention.run();
    expect(await tablesWith(GUILD)).toEqual(['case_numbers']);
  });

  it('erases again every hour until the service has removed the keywords', async () => {
    const { clock, leftGuilds, present, retention, fill, tablesWith, setServiceDown } =
      await open();
    await fill(GUILD);
    await leftGuilds.left(GUILD, clock.now());
    present.delete(GUILD);
    clock.advance(30 * DAY_MS);
    setServiceDown(true);
    await retention.run();
    expect(await tablesWith(GUILD)).toEqual(['case_numbers', 'keywords', 'left_guilds']);
    setServiceDown(false);
    await retention.run();
    expect(await tablesWith(GUILD)).toEqual(['case_numbers']);
  });

  it('erases a server that the bot is in at once, and keeps only what the bot needs to continue', async () => {
    const { eraser, fill, tablesWith, policies, allowedTexts, erasedProperties, database } =
      await open();
    await fill(GUILD);
    expect(await eraser.erase(GUILD)).toBe(true);
    expect(await tablesWith(GUILD)).toEqual([
      'case_numbers',
      'checkpoints',
      'events',
      'watched_guilds',
    ]);
    expect(await database.selectFrom('events').select(['id', 'content']).execute()).toEqual([
      { id: `done ${GUILD}`, content: null },
    ]);
    expect(await policies.get(GUILD)).toEqual(defaultPolicy);
    expect(await allowedTexts.has(GUILD, 'text')).toBe(false);
    expect(erasedProperties).toEqual([
      { samples: ['text'], lines: [] },
      { samples: ['text'], lines: [] },
      { propertyId: GUILD, convoIds: [`convo ${GUILD}`] },
    ]);
  });
});

it('erasing a long history does not hold up what other servers store', async () => {
  const { database } = await openTestState();
  const cases = createCases(database, createFakeClock(), silentLogger);
  await cases.open(caseDraft({ guildId: GUILD }), 'text', 30);
  await copyCase(database, 1_000);
  const order: string[] = [];
  const erasing = eraseGuildRows(database, GUILD, true).then(() => order.push('erased'));
  await cases.open(caseDraft({ guildId: OTHER }), 'text', 30);
  order.push('stored');
  await erasing;
  expect(order).toEqual(['stored', 'erased']);
  expect(await cases.list(GUILD, { limit: 1 })).toEqual([]);
  expect(await cases.list(OTHER, { limit: 1 })).toHaveLength(1);
});
