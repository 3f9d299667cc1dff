import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { readWav, type WavFormat } from '../audio.ts';
import { sendJson } from '../http-server.ts';
import { portOf } from './port-of.ts';

/** A parsed transcription request. */
export interface TranscriptionRequest {
  authorization: string | undefined;
  /** Fields of the form. */
  model: unknown;
  responseFormat: unknown;
  audio: WavFormat;
}

export interface TranscriptionServer {
  url: string;
  requests: readonly TranscriptionRequest[];
}

/** A segment of speech in OpenAI's `verbose_json`. */
export interface SpokenSegment {
  start: number;
  end: number;
  text: string;
}

/**
 * A small OpenAI-compatible transcription server. It checks that the form contains a WAV and responds with the given
 * segments, or through `answer`.
 */
export async function startTranscriptionServer(
  spoken: readonly SpokenSegment[],
  answer?: (response: ServerResponse) => void,
): Promise<TranscriptionServer> {
  const requests: TranscriptionRequest[] = [];

  async function transcribe(
    body: Buffer<ArrayBuffer>,
    headers: { type: string; authorization: string | undefined },
    response: ServerResponse,
  ): Promise<void> {
    const form = await new Response(body, {
      headers: { 'content-type': headers.type },
    }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) {
      sendJson(response, { error: { message: 'no file' } }, { status: 400 });
      return;
    }
    const audio = readWav(Buffer.from(await file.arrayBuffer()));
    requests.push({
      authorization: headers.authorization,
      model: form.get('model'),
      responseFormat: form.get('response_format'),
      audio,
    });
    if (answer !== undefined) {
      answer(response);
      return;
    }
    const text = spoken.map((segment) => segment.text).join('');
    const segments = spoken.map((segment, id) => ({ id, seek: 0, tokens: [], ...segment }));
    const { seconds: duration } = audio;
    sendJson(response, { task: 'transcribe', language: 'english', duration, text, segments });
  }

  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
      sendJson(response, { error: { message: 'not found' } }, { status: 404 });
      return;
    }
    const { 'content-type': type = '', authorization } = request.headers;
    buffer(request)
      .then((body) => transcribe(Buffer.from(body), { type, authorization }, response))
      // The client closed the connection or sent an invalid form.
      .catch(() => response.destroy());
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return { url: `http://127.0.0.1:${port}`, requests };
}
