const LINE_BREAK = 0x0a;
/** Enough for a 20 KB comment with its context, even if every character is escaped. */
const MAX_LINE_BYTES = 1_280 * 1_024;
/**
 * The size of a job: large enough that handing it over costs little compared with the work, small enough that all workers soon
 * have one.
 */
const MAX_JOB_BYTES = 32 * 1_024;

export interface Lines {
  /** Null: a single line that is too long. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly count: number;
}

const TOO_LONG: Lines = { bytes: null, count: 1 };

/** Copies the bytes, so that they can be transferred to a thread. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Finds the complete lines at the start that fit in a job, but at least one if there is any. */
function nextJob(bytes: Buffer, maxLines: number): { count: number; end: number } {
  let [count, end] = [0, 0];
  while (count < maxLines) {
    const at = bytes.indexOf(LINE_BREAK, end);
    if (at === -1 || (count > 0 && at >= MAX_JOB_BYTES)) break;
    count += 1;
    end = at + 1;
  }
  return { count, end };
}

/** Yields complete lines as soon as they arrive, at most `maxLines` at a time. The last line needs no line break. */
export async function* completeLines(
  body: AsyncIterable<Uint8Array>,
  maxLines: number,
): AsyncGenerator<Lines> {
  let rest = Buffer.alloc(0);
  let isSkipping = false;
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    if (isSkipping) {
      const end = rest.indexOf(LINE_BREAK);
      isSkipping = end === -1;
      rest = isSkipping ? Buffer.alloc(0) : rest.subarray(end + 1);
    }
    for (let job = nextJob(rest, maxLines); job.count > 0; job = nextJob(rest, maxLines)) {
      yield { bytes: copyOf(rest.subarray(0, job.end)), count: job.count };
      rest = rest.subarray(job.end);
    }
    if (rest.length > MAX_LINE_BYTES) {
      yield TOO_LONG;
      rest = Buffer.alloc(0);
      isSkipping = true;
    }
  }
  if (rest.length > 0) yield { bytes: copyOf(rest), count: 1 };
}
