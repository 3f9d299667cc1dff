import { perspectiveError } from '../perspective/google-error.ts';

const LINE_BREAK = 0x0a;
/** A comment of 20 KB with its context, written with escapes, is shorter. */
const MAX_LINE_BYTES = 1_280 * 1_024;
/** A job: enough that handing it over costs little beside its work, few enough that all workers soon have some. */
const MAX_JOB_BYTES = 32 * 1_024;

/** Copies, so that the bytes can be handed to a thread. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** The end of the last complete line that starts within a job's size, or of the first line; 0: no line is complete. */
function endOfJob(bytes: Buffer): number {
  const within = bytes.lastIndexOf(LINE_BREAK, MAX_JOB_BYTES - 1);
  return (within === -1 ? bytes.indexOf(LINE_BREAK) : within) + 1;
}

export interface Lines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

function linesOf(bytes: Uint8Array): Lines {
  let count = bytes.at(-1) === LINE_BREAK ? 0 : 1;
  for (const byte of bytes) if (byte === LINE_BREAK) count += 1;
  return { bytes: copyOf(bytes), count };
}

/** Complete lines, as soon as they arrive. The last one needs no line break. Throws a `GoogleError` for an endless line. */
export async function* completeLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Lines> {
  let rest = Buffer.alloc(0);
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let end = endOfJob(rest); end > 0; end = endOfJob(rest)) {
      yield linesOf(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    if (rest.length > MAX_LINE_BYTES) {
      throw perspectiveError('COMMENT_TOO_LONG', 'A line is too long.');
    }
  }
  if (rest.length > 0) yield linesOf(rest);
}
