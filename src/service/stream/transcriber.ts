import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import { SessionError } from './errors.ts';

/** A piece of speech. Seconds from the beginning of the audio. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  /** Who speaks, counted from 0, where the transcriber tells speakers apart. */
  speaker?: number;
}

export interface Transcriber {
  /** Turns a WAV into segments, in the order they are spoken. */
  transcribe(wav: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Segment[]>;
  close(): Promise<void>;
}

export interface TranscriberOptions {
  /** Of a server that speaks OpenAI's interface; `/v1/audio/transcriptions` is put behind it. */
  url: string;
  /** Sent as a bearer token; null for a server that wants none. */
  apiKey: string | null;
  model: string;
  /** Longer answers are refused. */
  maxBytes: number;
}

const PATH = '/v1/audio/transcriptions';

/** `verbose_json`. A server that knows no segments gives the text alone. */
const transcriptionSchema = z.looseObject({
  text: z.string().default(''),
  duration: z.coerce.number().nonnegative().catch(0),
  segments: z
    .array(
      z.looseObject({
        start: z.number().nonnegative(),
        end: z.number().nonnegative(),
        text: z.string(),
        /** Not OpenAI's, but what servers with diarisation add: `1`, `"1"`, `"SPEAKER_01"`. */
        speaker: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .optional(),
});

/** A client of an OpenAI-compatible transcription server: whisper.cpp's, Speaches, a hosted one. */
export function createTranscriber({
  url,
  apiKey,
  model,
  maxBytes,
}: TranscriberOptions): Transcriber {
  // How long a transcription may take is the session's to say.
  const agent = new Agent({ maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 });
  const address = url.replace(/\/+$/, '') + PATH;

  return {
    async transcribe(wav, signal) {
      const form = new FormData();
      form.set('file', new Blob([wav], { type: 'audio/wav' }), 'audio.wav');
      form.set('model', model);
      form.set('response_format', 'verbose_json');
      form.set('timestamp_granularities[]', 'segment');
      const response = await request(address, {
        method: 'POST',
        dispatcher: agent,
        signal,
        body: form,
        headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw unusable(`cannot be reached${codeOf(cause)}`, cause);
      });
      const { statusCode, body } = response;
      if (statusCode !== 200) {
        await body.dump();
        throw unusable(`answered ${statusCode}`, undefined);
      }
      const answer = await body.json().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw unusable('answered with what is not JSON, or too long', cause);
      });
      const parsed = transcriptionSchema.safeParse(answer);
      if (!parsed.success) throw unusable('answered in a form that is not OpenAI’s', parsed.error);
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
