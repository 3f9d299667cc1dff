import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { BATCH_WORKER_URL } from '../../helpers/batch/batch-worker-url.ts';
import { createLogSink } from '../../helpers/log-sink.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { API_KEY, startService } from './start.ts';

const SECRET = 'xylophone';
const COMMENT = { comment: { text: `you ${SECRET} idiot` } };
const ANALYSIS = { ...COMMENT, requestedAttributes: { TOXICITY: {} } };
const SUGGESTION = { ...COMMENT, attributeScores: { TOXICITY: { summaryScore: { value: 0 } } } };

it.each([true, false])('stores and logs nothing of a text (doNotStore: %s)', async (doNotStore) => {
  const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
  const { logger, lines } = createLogSink('trace');
  const compatible = { commentsPerSecond: 0, page: 'on', workerUrl: BATCH_WORKER_URL } as const;
  const { baseUrl, service } = await startService({ stateUrl, compatible, logger });
  const analysis = { ...ANALYSIS, doNotStore };
  const post = async (path: string, body: object, type = 'application/json'): Promise<void> => {
    const response = await fetch(`${baseUrl}${path}?key=${API_KEY}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${API_KEY}` },
      body: JSON.stringify(body),
    });
    await response.text();
    expect(response.status).toBe(200);
  };
  await post('/v1alpha1/comments:analyze', analysis);
  await post('/v1alpha1/comments:suggestscore', SUGGESTION);
  await post('/v1alpha1/comments:analyzeBatch', analysis, 'application/x-ndjson');
  await post('/v1/moderations', { input: SECRET });
  await post('/page/explanation', { text: SECRET });
  await service.stop();
  const store = await openStore(stateUrl, silentLogger);
  const rows = await Promise.all(
    (['samples', 'statistics_records', 'statistics_lifetime'] as const).map((table) =>
      store.selectFrom(table).selectAll().execute(),
    ),
  );
  await store.destroy();
  expect(rows).toEqual([[], [], []]);
  expect(lines.join('')).toContain('/v1/moderations');
  expect(lines.join('')).not.toMatch(new RegExp(`${SECRET}|${API_KEY}`));
});
