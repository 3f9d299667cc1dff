import { Agent, request } from 'undici';
import { encodeForm } from '../../shared/form-bytes.ts';
import { z } from 'zod';
import { SessionError } from './session-error.ts';

/** A piece of speech. Times are in seconds from the start of the audio. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  /** The speaker's number, counted from 0, if the transcriber tells speakers apart. */
  speaker?: number;
}

export interface Transcriber {
  /** Transcribes a WAV; resolves to its segments in order. */
  transcribe(wav: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Segment[]>;
  close(): Promise<void>;
}

export interface TranscriberOptions {
  /** The base URL of an OpenAI-compatible server; `/v1/audio/transcriptions` is appended. */
  url: string;
  /** Sent as a bearer token; null if the server needs none. */
  apiKey: string | null;
  model: string;
  /** The maximum size of a response; larger ones are refused. */
  maxBytes: number;
}

const PATH = '/v1/audio/transcriptions';

/** `verbose_json`. Servers without segments return only the text. */
const transcriptionSchema = z.looseObject({
  text: z.string().default(''),
  duration: z.coerce.number().nonnegative().catch(0),
  segments: z
    .array(
      z.looseObject({
        start: z.number().nonnegative(),
        end: z.number().nonnegative(),
        text: z.string(),
        /** An extension of servers that tell speakers apart: `1`, `"1"`, `"SPEAKER_01"`. */
        speaker: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .optional(),
});

/** A client for OpenAI-compatible transcription servers, such as whisper.cpp's or Speaches. */
export function createTranscriber({
  url,
  apiKey,
  model,
  maxBytes,
}: TranscriberOptions): Transcriber {
  // No timeouts here: the session limits the duration.
  const agent = new Agent({ maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 });
  const address = url.replace(/\/+$/, '') + PATH;

  return {
    async transcribe(wav, signal) {
      const form = new FormData();
      form.set('file', new Blob([wav], { type: 'audio/wav' }), 'audio.wav');
      form.set('model', model);
      form.set('response_format', 'verbose_json');
      form.set('timestamp_granularities[]', 'segment');
      const { contentType, bytes } = await encodeForm(form);
      const response = await request(address, {
        method: 'POST',
        dispatcher: agent,
        signal,
        body: bytes,
        headers: {
          'content-type': contentType,
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw unusable(`cannot be reached${codeOf(cause)}`, cause);
      });
      const { statusCode, body } = response;
      if (statusCode !== 200) {
        await body.dump();
        throw unusable(`answered ${statusCode}`, undefined);
      }
      const json = await body.json().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw unusable('sent a response that is too long or not JSON', cause);
      });
      const parsed = transcriptionSchema.safeParse(json);
      if (!parsed.success) {
        throw unusable('sent a response that does not match OpenAI’s format', parsed.error);
      }
      return segmentsOf(parsed.data);
    },
    close: () => agent.close(),
  };
}

function segmentsOf({ text, duration, segments }: z.infer<typeof transcriptionSchema>): Segment[] {
  if (segments === undefined) return text === '' ? [] : [{ start: 0, end: duration, text }];
  const speakers = new Map<string, number>();
  return segments.map(({ start, end, text: spoken, speaker }) => {
    const segment = { start, end: Math.max(start, end), text: spoken };
    if (speaker === undefined || speaker === null) return segment;
    const name = String(speaker);
    const index = speakers.get(name) ?? speakers.size;
    speakers.set(name, index);
    return { ...segment, speaker: index };
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}

function unusable(problem: string, cause: unknown): SessionError {
  return new SessionError(
    `The transcriber ${problem}. Check TRANSCRIBER_URL, TRANSCRIBER_API_KEY and TRANSCRIBER_MODEL.`,
    { cause },
  );
}
