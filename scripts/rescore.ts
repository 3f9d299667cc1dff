import { createReadStream, createWriteStream, existsSync, statSync, truncateSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pipeline as pipe, Transform } from 'node:stream';
import { request } from 'undici';
import { exitWithUsage, readArguments, textOption } from '../src/shared/process/command-line.ts';
import { errorMessage } from '../src/shared/errors.ts';
import { createProgress } from './progress.ts';

const BATCH_PATH = 'v1alpha1/comments:analyzeBatch';
const REPORT_EVERY = 1_000;
const LINE_BREAK = 0x0a;

const script = {
  name: 'rescore',
  summary:
    'Scores an archive of comments: a request of comments:analyze in each line of IN, its answer in the same line of OUT. Run again, it goes on where it stopped.',
  options: {
    url: textOption('URL', 'The service. Default: http://127.0.0.1:8080', 'http://127.0.0.1:8080'),
    key: textOption('KEY', 'The API key. Default: the variable MODERATION_API_KEY.', ''),
  },
  positionals: 'IN OUT',
  examples: ['comments.ndjson scores.ndjson --key KEY'],
};

const { options, positionals } = readArguments(script);
const [input, output, ...rest] = positionals;
if (input === undefined || output === undefined || rest.length > 0) {
  exitWithUsage(script, 'Name the file with the comments and the file for the scores.');
}
if (!existsSync(input)) exitWithUsage(script, `There is no file '${input}'.`);

/** The number of complete lines at the start of a file, at most as many as wanted, and the position where they end. */
async function completeLines(
  path: string,
  maxCount = Infinity,
): Promise<{ count: number; bytes: number }> {
  let [count, bytes, position] = [0, 0, 0];
  if (!existsSync(path) || maxCount === 0) return { count, bytes };
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      position += 1;
      if (byte !== LINE_BREAK) continue;
      count += 1;
      bytes = position;
      if (count === maxCount) return { count, bytes };
    }
  }
  return { count, bytes };
}

/** Counts the lines that pass through. The last line needs no line break. */
function createLineCounter(report: (count: number) => void = () => undefined) {
  let breaks = 0;
  let last = LINE_BREAK;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      for (const byte of chunk) if (byte === LINE_BREAK) breaks += 1;
      last = chunk.at(-1) ?? last;
      report(breaks);
      next(null, chunk);
    },
  });
  return { stream, count: () => breaks + (last === LINE_BREAK ? 0 : 1) };
}

/** The position of the first comment without an answer; null: the output has more answers than there are comments. */
async function restAfter(path: string, answers: number): Promise<number | null> {
  const { count, bytes } = await completeLines(path, answers);
  if (count === answers) return bytes;
  const { size } = statSync(path);
  // The last comment may end without a line break.
  return count === answers - 1 && size > bytes ? size : null;
}

function isSameFile(one: string, other: string): boolean {
  const [{ dev, ino }, second] = [statSync(one), statSync(other)];
  return dev === second.dev && ino === second.ino;
}

if (existsSync(output) && isSameFile(input, output)) {
  exitWithUsage(script, `'${output}' is the same file as '${input}'.`);
}
const done = await completeLines(output);
const start = await restAfter(input, done.count);
if (start === null) {
  exitWithUsage(script, `'${output}' has more answers than '${input}' has comments.`);
}
// A line that was cut off is requested again.
if (existsSync(output)) truncateSync(output, done.bytes);
const progress = createProgress();
progress.step(done.count === 0 ? 'Scoring' : `Going on after ${done.count} comments`);
let reported = 0;
const sent = createLineCounter();
const answered = createLineCounter((count) => {
  if (count < reported + REPORT_EVERY) return;
  reported = count;
  progress.detail(`${done.count + count} comments`);
});
const scored = (): number => done.count + answered.count();

function fail(problem: string): void {
  progress.end();
  console.error(problem);
  process.exitCode = 1;
}

try {
  const key = options.key === '' ? (process.env['MODERATION_API_KEY'] ?? '') : options.key;
  const url = new URL(BATCH_PATH, options.url.endsWith('/') ? options.url : `${options.url}/`);
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-goog-api-key': key },
    body: pipe(createReadStream(input, { start }), sent.stream, () => undefined),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  if (statusCode === 200) {
    await pipeline(body, answered.stream, createWriteStream(output, { flags: 'a' }));
    const missing = sent.count() - answered.count();
    if (missing === 0) {
      progress.end();
      console.error(`${scored()} comments scored`);
    } else {
      fail(`The service left ${missing} comments unanswered. Run it again to go on.`);
    }
  } else {
    fail(`The service refused the request (${statusCode}): ${await body.text()}`);
  }
} catch (error) {
  const problem = errorMessage(error);
  fail(`Interrupted after ${scored()} comments: ${problem}. Run it again to go on.`);
}
