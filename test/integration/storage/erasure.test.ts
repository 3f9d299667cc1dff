import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/shared/logger.ts';
import { createService } from '../../../src/service/service.ts';
import { engine } from '../../helpers/engine.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { openTestState } from '../../helpers/test-state.ts';

const TEXT = 'the words that a member asked to forget';

/** Stores cases' texts and a keyword hit's, deletes them or lets them expire, and is then killed. */
const BOT = `
  import { createCases } from './src/bot/storage/cases.ts';
  import { createKeywordHits } from './src/bot/storage/keywords/keyword-hits.ts';
  import { openState, purgeExpired } from './src/bot/storage/state.ts';
  import { systemClock } from './src/shared/clock.ts';
  import { silentLogger } from './src/shared/logger.ts';
  import { caseDraft } from './test/helpers/cases.ts';
  const [url, text] = process.argv.slice(-2);
  const { database } = await openState(url, silentLogger);
  const cases = createCases(database, systemClock, silentLogger);
  const hits = createKeywordHits(database, systemClock, silentLogger);
  const draft = caseDraft();
  await cases.open(draft, text.repeat(500), 30);
  await hits.add(database, { eventId: 'e', guildId: '1', channelId: '2', messageId: '3', authorId: '4', keywords: ['k'], text }, 1);
  await cases.forgetTexts(draft.guildId, draft.author.id);
  await purgeExpired(database, Date.now() + 1000);
  process.kill(process.pid, 'SIGKILL');
`;

/**
 * Stores and deletes many texts of different lengths, so that SQLite moves rows between pages; a few others stay. Prints
 * nothing and is then killed.
 */
const MANY = `
  import { openState } from './src/bot/storage/state.ts';
  import { silentLogger } from './src/shared/logger.ts';
  const [url, text] = process.argv.slice(-2);
  const { database } = await openState(url, silentLogger);
  let random = 7;
  const next = (limit) => (random = (random * 16807) % 2147483647) % limit;
  const row = (number) => ({ guild_id: String(number % 7), case_number: number, author_id: String(number % 2),
    text: (number % 2 === 0 ? text : 'kept').padEnd(next(900) + 50, 'x'), expires_at: Date.now() + 1e9 });
  for (let number = 1; number <= 2000; number += 100) {
    await database.transaction().execute(async (transaction) => {
      for (let at = number; at < number + 100; at += 1) {
        await transaction.insertInto('case_texts').values(row(at)).execute();
        if (at % 2 === 0) continue;
        const other = next(at) + 1;
        const { guild_id, case_number, ...changed } = row(other);
        await transaction.updateTable('case_texts').set(changed).where('guild_id', '=', guild_id).where('case_number', '=', case_number).execute();
      }
    });
  }
  await database.deleteFrom('case_texts').where('author_id', '=', '0').execute();
  process.kill(process.pid, 'SIGKILL');
`;

/** Stores a sample past the longest retention, a result and an undelivered event in the service's store, and is killed. */
const SERVICE = `
  import { openStore } from './src/service/store/store.ts';
  import { addSamples } from './src/service/store/samples.ts';
  import { silentLogger } from './src/shared/logger.ts';
  const [url, text] = process.argv.slice(-2);
  const database = await openStore(url, silentLogger);
  const timeMs = Date.now() - 31 * 24 * 60 * 60 * 1000;
  const scores = { sentiment: 0, political: 0, vulgarity: 0, version: '1' };
  await addSamples(database, Array.from({ length: 300 }, (_, i) => ({ account: 'main', timeMs, sample: text + 'x'.repeat(i * 3), ...scores })));
  await database.insertInto('insights_jobs').values({ id: 'j', account: 'main', metric: 'sentiment', from_ms: 0, to_ms: 1, max_results: 9, status: 'Finished', ended_ms: timeMs }).execute();
  await database.insertInto('insights_results').values({ job: 'j', position: 1, sample: text, score: 0, time_ms: timeMs, version: '1' }).execute();
  await database.insertInto('property_events').values({ account: 'main', property_id: '1', time_ms: timeMs - 61 * 24 * 60 * 60 * 1000, type: 'action.ban', detail: JSON.stringify({ text }) }).execute();
  process.kill(process.pid, 'SIGKILL');
`;

async function runKilled(script: string, url: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, url, TEXT],
    { stdio: 'inherit' },
  );
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

describe('the bot’s state', () => {
  it.each([
    ['a few texts', BOT],
    ['texts between others that stay', MANY],
  ])(
    'has nothing on disk of deleted or expired texts after the next start, even if the process was killed: %s',
    async (_name, script) => {
      const folder = tempDir();
      const url = `sqlite:${join(folder, 'state.sqlite')}`;
      await runKilled(script, url);
      // The write-ahead log of the killed process still has it.
      expect(filesWith(folder, TEXT)).not.toEqual([]);
      const { close } = await openTestState(url);
      expect(filesWith(folder, TEXT)).toEqual([]);
      await close();
      expect(filesWith(folder, TEXT)).toEqual([]);
    },
  );
});

describe('the embedded service’s store', () => {
  it('has nothing on disk of expired samples after the next start, even if the process was killed', async () => {
    const folder = tempDir();
    const stateUrl = `sqlite:${join(folder, 'service.sqlite')}`;
    await runKilled(SERVICE, stateUrl);
    expect(filesWith(folder, TEXT)).not.toEqual([]);
    const service = createService({ apiKey: 'key', engine, stateUrl, logger: silentLogger });
    await service.start();
    await expect.poll(() => filesWith(folder, TEXT), { timeout: 10_000 }).toEqual([]);
    await service.stop();
    expect(filesWith(folder, TEXT)).toEqual([]);
  });
});
