const LINE_BREAK = 0x0a;
/** A comment of 20 KB with its context, written with escapes, is shorter. */
const MAX_LINE_BYTES = 1_280 * 1_024;
/** A job: enough that handing it over costs little beside its work, few enough that all workers soon have some. */
const MAX_JOB_BYTES = 32 * 1_024;

export interface Lines {
  /** Null: one line, which is too long. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly count: number;
}

const TOO_LONG: Lines = { bytes: null, count: 1 };

/** Copies, so that the bytes can be handed to a thread. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** The complete lines at the start that fit in a job, or the first line; none if no line is complete. */
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

/** Complete lines, as soon as they arrive, at most `maxLines` at a time. The last one needs no line break. */
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
