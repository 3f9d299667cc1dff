import { describe, expect, it, onTestFinished } from 'vitest';
import { createTranscriber } from '../../../../src/service/stream/transcriber.ts';
import { toneWav } from '../../../helpers/audio.ts';
import { sendJson } from '../../../helpers/http-server.ts';
import { startTranscriptionServer } from '../../../helpers/servers/transcription-server.ts';

type Answer = NonNullable<Parameters<typeof startTranscriptionServer>[1]>;

const WAV = new Uint8Array(toneWav(0.1));
const HINT = 'Check TRANSCRIBER_URL, TRANSCRIBER_API_KEY and TRANSCRIBER_MODEL.';

function transcriberAt(url: string, apiKey: string | null = null) {
  const transcriber = createTranscriber({ url, apiKey, model: 'a-model', maxBytes: 10_000 });
  onTestFinished(() => transcriber.close());
  return {
    transcribe: (signal = new AbortController().signal) => transcriber.transcribe(WAV, signal),
  };
}

/** The result for a response of the transcriber. */
async function transcribe(answer: Answer) {
  const { url } = await startTranscriptionServer([], answer);
  return transcriberAt(url).transcribe();
}

describe('the transcriber', () => {
  it('sends the audio as a form and reads the segments', async () => {
    const spoken = [
      { start: 0, end: 1, text: ' Hello.' },
      { start: 1, end: 2.5, text: ' World.' },
    ];
    const { url, requests } = await startTranscriptionServer(spoken);
    expect(await transcriberAt(`${url}/`, 'a-key').transcribe()).toEqual(spoken);
    expect(requests).toEqual([
      {
        authorization: 'Bearer a-key',
        model: 'a-model',
        responseFormat: 'verbose_json',
        audio: { channels: 2, sampleRate: 22_050, bits: 16, seconds: expect.closeTo(0.1, 2) },
      },
    ]);
  });

  it('sends no key if none is configured', async () => {
    const { url, requests } = await startTranscriptionServer([]);
    await transcriberAt(url).transcribe();
    expect(requests[0]?.authorization).toBeUndefined();
  });

  it('uses the text of a server without segments', async () => {
    const segments = await transcribe((response) =>
      sendJson(response, { text: 'Hi.', duration: '3' }),
    );
    expect(segments).toEqual([{ start: 0, end: 3, text: 'Hi.' }]);
  });

  it('returns nothing for an empty text', async () => {
    expect(await transcribe((response) => sendJson(response, { text: '' }))).toEqual([]);
  });

  it('numbers the speakers if the server distinguishes them', async () => {
    const segment = { start: 0, end: 1, text: 'a' };
    const segments = await transcribe((response) =>
      sendJson(response, {
        segments: [
          { ...segment, speaker: 'SPEAKER_01' },
          { ...segment, speaker: 'SPEAKER_00' },
          { ...segment, speaker: 'SPEAKER_01' },
          { ...segment, speaker: null },
        ],
      }),
    );
    expect(segments.map(({ speaker }) => speaker)).toEqual([0, 1, 0, undefined]);
  });

  it.each<[string, Answer, string]>([
    ['a 401', (response) => sendJson(response, {}, { status: 401 }), 'answered 401'],
    ['a 500', (response) => sendJson(response, {}, { status: 500 }), 'answered 500'],
    ['a 204', (response) => response.writeHead(204).end(), 'answered 204'],
    ['a web page', (response) => response.end('<html>'), 'too long or not JSON'],
    ['a truncated response', (response) => response.end('{"segments":['), 'too long or not JSON'],
    [
      'an endless response',
      (response) => sendJson(response, { text: 'a'.repeat(20_000) }),
      'too long or not JSON',
    ],
    [
      'another format',
      (response) => sendJson(response, { segments: 'none' }),
      'does not match OpenAI',
    ],
    ['a list', (response) => sendJson(response, []), 'does not match OpenAI'],
    ['a disconnect', (response) => response.destroy(), 'cannot be reached (UND_ERR_SOCKET)'],
  ])('refuses %s and reports what to check', async (_name, answer, problem) => {
    await expect(transcribe(answer)).rejects.toThrow(problem);
    await expect(transcribe(answer)).rejects.toThrow(HINT);
  });

  it('reports what to check if the server is unreachable', async () => {
    await expect(transcriberAt('http://127.0.0.1:1').transcribe()).rejects.toThrow(
      `The transcriber cannot be reached (ECONNREFUSED). ${HINT}`,
    );
  });

  it('is aborted with the reason of the signal', async () => {
    const abort = new AbortController();
    const { url } = await startTranscriptionServer([], () => abort.abort(new Error('enough')));
    await expect(transcriberAt(url).transcribe(abort.signal)).rejects.toThrow('enough');
  });
});
