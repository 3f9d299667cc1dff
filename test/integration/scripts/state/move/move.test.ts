import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { sqlitePath } from '../../../../../src/shared/sqlite-url.ts';
import { embeddedServiceUrl } from '../../../../../src/shared/state-url.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { stateKeyPath } from '../../../../../src/bot/storage/secrets/state-key.ts';
import { openState } from '../../../../../src/bot/storage/state.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { POSTGRES_URL } from '../../../../helpers/state-url.ts';
import { wordOf } from '../../../../helpers/words.ts';
import { connectTo, move, newSource, newTarget, openBot, runSqlite } from './fixture.ts';

const { guildId: GUILD } = caseDraft();
const BY = { id: '100000000000000005', name: 'moderator' };
const SESSION = {
  convoId: 'c',
  guildId: GUILD,
  channelId: '1',
  userId: '2',
  title: 'a song',
  startedAt: 1,
};

const sampleOf = (sample: string, sentiment = 0.1) => ({
  account: 'main',
  time_ms: Date.now(),
  sample,
  sentiment,
  political: 1e-7,
  vulgarity: -0.30000000000000004,
  version: '1',
});

// Each test creates databases and runs the command up to three times.
describe.skipIf(POSTGRES_URL === undefined)('npm run migrate-state', { timeout: 60_000 }, () => {
  it('moves what a bot and its embedded service stored, so that both go on with it', async () => {
    const from = newSource();
    const to = await newTarget();
    const before = await openBot(from);
    const { number } = await before.cases.open(caseDraft(), 'text of the case', 30);
    await before.policies.set(GUILD, { ...defaultPolicy, mode: 'watch' });
    await before.keywords.add(GUILD, { text: 'Apple', by: BY, at: 1 });
    await before.words.add(GUILD, {
      list: 'blocked',
      words: [wordOf('pear')],
      by: BY,
      at: 1,
    });
    await before.allowedTexts.add({ guildId: GUILD, fingerprint: 'print', number });
    await before.tagging.add(SESSION, 'the author key');
    await before.service
      .insertInto('samples')
      .values([sampleOf('one'), sampleOf('two')])
      .execute();
    // The number of a sample is never used again.
    await before.service.deleteFrom('samples').where('sample', '=', 'two').execute();
    await before.close();

    const { code, stdout, stderr } = await move('--from', from, '--to', to);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^portcullis\.cases +1 +1 +0 +(\w{16}) +\1$/m);
    expect(stdout).toMatch(/^service\.samples +1 +1 +0 +(\w{16}) +\1$/m);
    const keyFile = stateKeyPath(sqlitePath(from));
    expect(stdout).toContain(`base64 < ${keyFile}\n`);
    expect(stdout).not.toContain(readFileSync(keyFile, 'base64'));

    const after = await openBot(to, readFileSync(keyFile));
    expect(await after.cases.evidence(GUILD, number)).toBe('text of the case');
    expect(await after.policies.get(GUILD)).toMatchObject({ mode: 'watch' });
    expect(await after.keywords.list(GUILD)).toMatchObject([{ text: 'Apple', by: BY }]);
    expect(await after.words.list(GUILD)).toMatchObject([{ text: 'pear' }]);
    expect(await after.allowedTexts.has(GUILD, 'print')).toBe(true);
    expect(await after.tagging.authorKey(SESSION)).toBe('the author key');
    expect((await after.cases.open(caseDraft(), 'text', 30)).number).toBe(number + 1);
    await after.service.insertInto('samples').values(sampleOf('three')).execute();
    const samples = await after.service.selectFrom('samples').select(['id', 'sample']).execute();
    expect(samples).toEqual([
      { id: 1, sample: 'one' },
      { id: 3, sample: 'three' },
    ]);
    await after.close();
  });

  it('keeps values of every kind, apart from the NUL character', async () => {
    const from = newSource();
    const to = await newTarget();
    const before = await openBot(from);
    const texts = [
      '',
      'ä 日本 🔥',
      '\\N \\ "quoted" \'single\'',
      'a\tb\r\nc',
      '{"a":"\\u0000"}',
      'nul:\0',
    ];
    const sentiments = [0, -0, Number.MAX_VALUE, Number.MIN_VALUE, Infinity, -1.5];
    await before.service
      .insertInto('samples')
      .values(texts.map((text, index) => sampleOf(text, sentiments[index])))
      .execute();
    const transcript = Buffer.from([0, 1, 254, 255, 92, 39]);
    const session = {
      account: 'main',
      instance_id: 'i',
      url: 'u',
      webhook: null,
      state: 'finished' as const,
      stop_reason: null,
      tags: '[]',
      undocumented_tags: '[]',
      is_cut: 0,
      created_ms: Number.MAX_SAFE_INTEGER,
    };
    await before.service
      .insertInto('tagging_sessions')
      .values([
        { ...session, convo_id: 'bytes', transcript },
        { ...session, convo_id: 'none', transcript: null },
        { ...session, convo_id: 'empty', transcript: Buffer.alloc(0) },
      ])
      .execute();
    await before.close();

    expect(await move('--from', from, '--to', to)).toMatchObject({ code: 0, stderr: '' });
    const after = await openBot(to, Buffer.alloc(32));
    const samples = await after.service
      .selectFrom('samples')
      .select(['sample', 'sentiment', 'political', 'vulgarity'])
      .orderBy('id')
      .execute();
    expect(samples.map(({ sample }) => sample)).toEqual(
      texts.map((text) => text.replace('\0', '\ufffd')),
    );
    expect(samples.map(({ sentiment }) => sentiment + 0)).toEqual([0, 0, ...sentiments.slice(2)]);
    expect(samples[0]).toMatchObject({ political: 1e-7, vulgarity: -0.30000000000000004 });
    const transcripts = await after.service
      .selectFrom('tagging_sessions')
      .select(['convo_id', 'transcript', 'created_ms'])
      .orderBy('convo_id')
      .execute();
    expect(transcripts).toEqual([
      { convo_id: 'bytes', transcript, created_ms: Number.MAX_SAFE_INTEGER },
      { convo_id: 'empty', transcript: Buffer.alloc(0), created_ms: Number.MAX_SAFE_INTEGER },
      { convo_id: 'none', transcript: null, created_ms: Number.MAX_SAFE_INTEGER },
    ]);
    await after.close();
  });

  it('moves tables of many pages, and rows that are longer than a page', async () => {
    const from = newSource();
    const to = await newTarget();
    await (await openBot(from)).close();
    await runSqlite(
      from,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
       INSERT INTO checkpoints SELECT n % 7, n, n * 3, n * 5 FROM numbers`,
      // The pages of a table whose rows were deleted have gaps.
      'DELETE FROM checkpoints WHERE edited_at % 3 = 0',
      `INSERT INTO digests VALUES ('short', '1'), ('long', printf('%.*c', 5000000, 'x')), ('next', '2')`,
    );
    const { code, stdout } = await move('--from', from, '--to', to);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^portcullis\.checkpoints +1,667 +1,667 /m);
    const client = await connectTo(to);
    const { rows } = await client.query(
      'SELECT count(*)::int, sum(edited_at)::int FROM portcullis.checkpoints',
    );
    expect(rows).toEqual([{ count: 1667, sum: 10_420_835 }]);
    const lengths = await client.query(
      'SELECT length(digest) FROM portcullis.digests ORDER BY target',
    );
    expect(lengths.rows).toEqual([{ length: 5_000_000 }, { length: 1 }, { length: 1 }]);
  });

  it('leaves expired rows behind', async () => {
    const from = newSource();
    const to = await newTarget();
    const before = await openBot(from);
    for (const text of ['expired', 'kept']) await before.cases.open(caseDraft(), text, 30);
    await before.database
      .updateTable('case_texts')
      .set({ expires_at: Date.now() - DAY_MS })
      .where('case_number', '=', 1)
      .execute();
    await before.service
      .insertInto('samples')
      .values(
        [8, 6, 0].map((days) => ({
          ...sampleOf('text'),
          time_ms: Date.now() - days * DAY_MS,
        })),
      )
      .execute();
    await before.close();
    const { code, stdout } = await move('--from', from, '--to', to);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^portcullis\.case_texts +1 +1 +1 /m);
    expect(stdout).toMatch(/^service\.samples +2 +2 +1 /m);
    const { rows } = await (await connectTo(to)).query('SELECT text FROM portcullis.case_texts');
    expect(rows).toEqual([{ text: 'kept' }]);
  });

  it('never changes the SQLite files', async () => {
    const from = newSource();
    const to = await newTarget();
    const before = await openBot(from);
    await before.cases.open(caseDraft(), 'text', 30);
    await before.close();
    const files = [from, embeddedServiceUrl(from)].map(sqlitePath);
    const content = files.map((file) => readFileSync(file));
    expect(await move('--from', from, '--to', to)).toMatchObject({ code: 0 });
    expect(files.map((file) => readFileSync(file))).toEqual(content);
  });

  it('moves the database of npm run service with --service', async () => {
    const from = embeddedServiceUrl(newSource());
    const to = await newTarget();
    const bot = await openBot(newSource());
    await bot.close();
    const standalone = await openBot(from.replace('-service', ''));
    await standalone.service.insertInto('samples').values(sampleOf('one')).execute();
    await standalone.close();
    const { code, stdout } = await move('--service', '--from', from, '--to', to);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^service\.samples +1 +1 /m);
    expect(stdout).toContain('Set SERVICE_STATE_URL');
    expect(stdout).not.toMatch(/portcullis\.|STATE_KEY/);
  });

  it('rebuilds the indexes that it drops while it fills a table', async () => {
    const from = newSource();
    const [to, fresh] = [await newTarget(), await newTarget()];
    await (await openBot(from)).close();
    expect(await move('--from', from, '--to', to)).toMatchObject({ code: 0 });
    await (await openState(fresh, silentLogger)).close();
    const indexesOf = async (url: string) =>
      (
        await (
          await connectTo(url)
        ).query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'portcullis' ORDER BY 1`)
      ).rows;
    expect(await indexesOf(to)).toEqual(await indexesOf(fresh));
  });
});
