import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BATCH_WORKER_URL } from '../../helpers/batch/batch-worker-url.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { API_KEY, startService } from '../service/start.ts';

const COMMENTS = ['hello', 'you are a stupid idiot', 'goodbye'];
const ARCHIVE = COMMENTS.map(
  (text) =>
    `${JSON.stringify({ comment: { text }, requestedAttributes: { TOXICITY: {} }, clientToken: text })}\n`,
).join('');

async function rescore(
  earlier: string,
  archive = ARCHIVE,
): Promise<{ code: unknown; lines: string[] }> {
  const { baseUrl } = await startService({
    compatible: { commentsPerSecond: 0, workerUrl: BATCH_WORKER_URL },
  });
  const folder = tempDir();
  const [input, output] = [join(folder, 'in.ndjson'), join(folder, 'out.ndjson')];
  writeFileSync(input, archive);
  if (earlier !== '') writeFileSync(output, earlier);
  const args = [input, output, '--url', baseUrl, '--key', API_KEY];
  const code = await startChild('scripts/rescore.ts', { args }).exit;
  return { code, lines: readFileSync(output, 'utf8').trimEnd().split('\n') };
}

const tokensOf = (lines: readonly string[]): unknown[] =>
  lines.map((line) => Object(JSON.parse(line)).clientToken);

it('scores an archive, line by line', { timeout: 60_000 }, async () => {
  const { code, lines } = await rescore('');
  expect(code).toBe(0);
  expect(tokensOf(lines)).toEqual(COMMENTS);
});

it(
  'goes on behind the last complete answer of an interrupted run',
  { timeout: 60_000 },
  async () => {
    const { code, lines } = await rescore('{"clientToken":"hello","earlier":true}\n{"clientTok');
    expect(code).toBe(0);
    expect(tokensOf(lines)).toEqual(COMMENTS);
    expect(lines[0]).toContain('earlier');
  },
);

it('splits an archive at line breaks only', { timeout: 60_000 }, async () => {
  const text = 'one\u2028two\u2029three';
  const line = JSON.stringify({
    comment: { text },
    requestedAttributes: { TOXICITY: {} },
    clientToken: text,
  });
  const { code, lines } = await rescore('{"clientToken":"0"}\n', `{}\n${line}`);
  expect(code).toBe(0);
  expect(tokensOf(lines)).toEqual(['0', text]);
});

it('adds nothing to a finished output, though the last comment ends without a line break', async () => {
  const finished = '{"clientToken":"1"}\n{"clientToken":"2"}\n{"clientToken":"3"}\n';
  const { code, lines } = await rescore(finished, ARCHIVE.trimEnd());
  expect(code).toBe(0);
  expect(tokensOf(lines)).toEqual(['1', '2', '3']);
});

it('leaves an output alone that is the archive itself, or longer than it', async () => {
  const folder = tempDir();
  const [input, output] = [join(folder, 'in.ndjson'), join(folder, 'out.ndjson')];
  writeFileSync(input, ARCHIVE.trimEnd());
  const longer = '{}\n'.repeat(4);
  writeFileSync(output, `${longer}{"cut off`);
  for (const [path, problem] of [
    [input, 'the same file'],
    [output, 'more answers'],
  ] as const) {
    const child = startChild('scripts/rescore.ts', { args: [input, path] });
    expect(await child.exit).toBe(64);
    expect(child.stderr()).toContain(problem);
  }
  expect(readFileSync(input, 'utf8')).toBe(ARCHIVE.trimEnd());
  expect(readFileSync(output, 'utf8')).toBe(`${longer}{"cut off`);
});

it('fails when an answer is missing', async () => {
  const { baseUrl } = await startHttpServer((response) => response.end('{}\n'));
  const folder = tempDir();
  const [input, output] = [join(folder, 'in.ndjson'), join(folder, 'out.ndjson')];
  writeFileSync(input, ARCHIVE);
  const child = startChild('scripts/rescore.ts', { args: [input, output, '--url', baseUrl] });
  expect(await child.exit).toBe(1);
  expect(child.stderr()).toContain('left 2 comments unanswered');
});
