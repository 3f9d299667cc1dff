import { expect, it, onTestFinished, vi } from 'vitest';
import { createClaims } from '../../../../src/service/store/instances.ts';
import { createSessionStore, type SessionStore } from '../../../../src/service/store/sessions.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { openStore } from '../../../../src/service/store/store.ts';
import { STREAM_LIMITS } from '../../../../src/service/stream/stream-limits.ts';
import { createTagging } from '../../../../src/service/stream/tagging.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

it('stores the end of a session a minute after the store failed', async () => {
  const database = await openStore('sqlite::memory:', silentLogger);
  onTestFinished(() => database.destroy());
  const real = createSessionStore(database, createClaims(database, 'test'));
  const finish = vi
    .fn<SessionStore['finish']>(real.finish)
    .mockRejectedValueOnce(new TypeError('the disk is full'));
  const onFinished = vi.fn<() => Promise<void>>(async () => undefined);
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const tagging = createTagging({
    store: { ...real, finish },
    speechSource: {
      transcribe: async () => ({ segments: [], isCut: false }),
      cleanUp: async () => undefined,
      close: async () => undefined,
    },
    moderate: () => expect.fail('nothing was said'),
    onFinished,
    serviceInstanceId: 'test',
    clock,
    newUuid: () => 'i',
    logger,
    limits: STREAM_LIMITS,
  });
  const request = { account: 'main', convoId: 'c', url: 'http://media.example/', webhook: null };
  await tagging.create({ ...request, seedSentence: '', authorKey: null });
  await vi.waitFor(() => expect(clock.pending()).toEqual([60_000]));
  expect(lines.join()).toContain('could not be stored');
  clock.advance(60_000);
  await vi.waitFor(() => expect(onFinished).toHaveBeenCalledTimes(1));
  expect(await tagging.find('main', 'c')).toMatchObject({ state: 'finished', stopReason: null });
  await tagging.stop();
});
