import { describe, expect, it, vi } from 'vitest';
import { ZodError } from 'zod';
import { createTranscriber } from '../../../../src/bot/service-adapter/transcriber.ts';
import { createModerationClient } from '../../../../src/service-api/client/client.ts';
import { systemClock, type Clock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { hasFfmpeg } from '../../../helpers/audio.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import {
  startRemoteService,
  type ScriptedResponse,
} from '../../../helpers/servers/remote-service.ts';
import { startTranscriptionServer } from '../../../helpers/servers/transcription-server.ts';
import { moderationEnvelope } from '../../../helpers/verdicts.ts';
import { API_KEY, startService } from '../../service/start.ts';
import { LOOPBACK, SPOKEN, startMedia, statusOf } from '../../service/stream/fixture.ts';

const URL = 'https://cdn.discordapp.com/1';
const { signal } = new AbortController();

function connect(baseUrl: string, clock: Clock = systemClock) {
  const { stream } = createModerationClient({
    baseUrl,
    apiKey: API_KEY,
    clock,
    limits: { maxTries: 1 },
  });
  const erased: string[] = [];
  const transcriber = createTranscriber({
    stream,
    erase: async (convoId) => void erased.push(convoId),
    clock,
    logger: silentLogger,
  });
  return { transcriber, erased };
}

const session = (changes: object): ScriptedResponse => ({
  body: [true, { convoId: 'c', error: false, running: false, state: 'finished', ...changes }, null],
});

/** A remote service with these responses. */
async function remote(
  said: { tag?: ScriptedResponse; status?: ScriptedResponse; transcript?: ScriptedResponse },
  clock?: Clock,
) {
  const { config } = await startRemoteService(({ method, url }) => {
    if (method === 'GET') return said.status ?? session({});
    if (url === '/stream/tag') return said.tag ?? { body: [true, {}, null] };
    return said.transcript ?? { status: 500, body: {} };
  });
  return connect(config.kind === 'remote' ? config.url : '', clock).transcriber;
}

it.skipIf(!hasFfmpeg())(
  'transcribes with the embedded service and erases the session',
  async () => {
    const { url } = await startTranscriptionServer(SPOKEN);
    const audio = { transcriber: { url, apiKey: null, model: 'm' }, privateNetworks: LOOPBACK };
    const { baseUrl, service } = await startService({ audio });
    const media = await startMedia();
    const { transcriber, erased } = connect(baseUrl);
    const result = await transcriber.transcribe({ url: `${media.baseUrl}/a.wav` }, signal);
    expect(result).toMatchObject({
      kind: 'transcribed',
      sentences: [
        { text: 'Today we bake sourdough bread in a hot oven.', judgement: { kind: 'verdict' } },
        { text: 'This recipe of sourdough needs a chef.' },
        { text: 'You are a stupid idiot.', judgement: { kind: 'verdict' } },
      ],
    });
    expect(erased).toHaveLength(1);
    const [convoId = ''] = erased;
    expect((await statusOf(baseUrl, convoId)).state).toBe('finished');
    await service.erase({ convoIds: erased });
    await expect(statusOf(baseUrl, convoId)).rejects.toThrow(ZodError);
  },
);

describe('a remote service', () => {
  it.each<[string, Parameters<typeof remote>[0], object]>([
    [
      'without audio tagging',
      { tag: { status: 404, body: {} } },
      { kind: 'unchecked', reason: { key: 'alerts:uncheckedBecause.noRecordings' } },
    ],
    ['that is down', { tag: { status: 503, body: {} } }, { kind: 'unavailable' }],
    ['that hangs up', { tag: 'hang up' }, { kind: 'unavailable' }],
    ['that loses the transcript', {}, { kind: 'unavailable' }],
    [
      'that refuses the media',
      { tag: { status: 422, body: [false, 'No such media.', null] } },
      {
        kind: 'unchecked',
        reason: {
          key: 'alerts:uncheckedBecause.refused',
          values: { answer: 'No such media.' },
        },
      },
    ],
    [
      'whose session fails',
      { status: session({ error: true, metadata: { stopReason: 'Too loud.' } }) },
      {
        kind: 'unchecked',
        reason: {
          key: 'alerts:uncheckedBecause.recordingFailed',
          values: { answer: 'Too loud.' },
        },
      },
    ],
  ])('%s leads to a clear result', async (_what, said, result) => {
    const transcriber = await remote(said);
    expect(await transcriber.transcribe({ url: URL }, signal)).toMatchObject(result);
  });

  it('that cannot moderate every sentence leaves only that sentence unchecked', async () => {
    const sentence = (voiceSTT: string, response: unknown, success = true) => ({
      api: 'service-lang-voice',
      success,
      response,
      voiceSTT,
      convoID: 'c',
      messageOrder: 1,
      time: '1',
    });
    const moderationResults = [
      sentence('one', moderationEnvelope()),
      sentence('two', { api: 'x', success: false, response: 'no' }),
    ];
    const transcript = { transcript: { master: [], speakers: {} }, moderationResults };
    const transcriber = await remote({ transcript: { body: [true, transcript, null] } });
    expect(await transcriber.transcribe({ url: URL }, signal)).toMatchObject({
      sentences: [
        { text: 'one', judgement: { kind: 'verdict', verdict: { action: 'Flag' } } },
        { text: 'two', judgement: { kind: 'unchecked' } },
      ],
    });
  });

  it('whose session never ends is given up after ten minutes', async () => {
    const clock = createSkippingClock();
    const transcriber = await remote({ status: session({ running: true }) }, clock);
    const ended = vi.fn<() => void>();
    const done = transcriber.transcribe({ url: URL }, signal).then((result) => {
      ended();
      return result;
    });
    await clock.skipUntil(() => ended.mock.calls.length > 0);
    expect(await done).toMatchObject({
      reason: { key: 'alerts:uncheckedBecause.recordingTimeout' },
    });
  }, 30_000);

  it('is left at once when the bot stops', async () => {
    const stopping = new AbortController();
    const transcriber = await remote({ status: session({ running: true }) });
    const done = transcriber.transcribe({ url: URL }, stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(done).rejects.toThrow('stopping');
  });
});
