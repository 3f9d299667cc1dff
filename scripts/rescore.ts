import { createReadStream, createWriteStream, existsSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Readable, Transform } from 'node:stream';
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

/** Complete lines of a file, and where the last of them ends. */
async function completeLines(path: string): Promise<{ count: number; bytes: number }> {
  let [count, bytes, position] = [0, 0, 0];
  if (!existsSync(path)) return { count, bytes };
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      position += 1;
      if (byte !== LINE_BREAK) continue;
      count += 1;
      bytes = position;
    }
  }
  return { count, bytes };
}

/** The lines of a file, from one on. */
async function* linesFrom(path: string, first: number): AsyncGenerator<string> {
  let at = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    if (at >= first) yield `${line}\n`;
    at += 1;
  }
}

const done = await completeLines(output);
// A line that was cut off is asked for again.
if (existsSync(output)) truncateSync(output, done.bytes);
const progress = createProgress();
progress.step(done.count === 0 ? 'Scoring' : `Going on after ${done.count} comments`);
let scored = done.count;
const counter = new Transform({
  transform(chunk: Buffer, _encoding, next) {
    const before = scored;
    for (const byte of chunk) if (byte === LINE_BREAK) scored += 1;
    if (Math.floor(before / REPORT_EVERY) < Math.floor(scored / REPORT_EVERY)) {
      progress.detail(`${scored} comments`);
    }
    next(null, chunk);
  },
});

try {
  const key = options.key === '' ? (process.env['MODERATION_API_KEY'] ?? '') : options.key;
  const url = new URL(BATCH_PATH, options.url.endsWith('/') ? options.url : `${options.url}/`);
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-goog-api-key': key },
    body: Readable.from(linesFrom(input, done.count)),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  if (statusCode === 200) {
    await pipeline(body, counter, createWriteStream(output, { flags: 'a' }));
    progress.end();
    console.error(`${scored} comments scored`);
  } else {
    progress.end();
    console.error(`The service refused the request (${statusCode}): ${await body.text()}`);
    process.exitCode = 1;
  }
} catch (error) {
  progress.end();
  console.error(
    `Interrupted after ${scored} comments: ${errorMessage(error)}. Run it again to go on.`,
  );
  process.exitCode = 1;
}
