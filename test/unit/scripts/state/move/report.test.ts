import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresText, nextStepsText } from '../../../../../scripts/state/move/report.ts';
import { tempDir } from '../../../../helpers/temp-dir.ts';

it('shows the figures of both sides in columns', () => {
  const hash = 'abc'.padEnd(64, '0');
  expect(
    figuresText([
      {
        schema: 'portcullis',
        table: 'cases',
        expired: 0,
        from: { rows: 1234, hash },
        to: { rows: 1234, hash },
      },
    ]),
  ).toBe(
    [
      'table             SQLite  PostgreSQL  expired    hash in SQLite  hash in PostgreSQL',
      'portcullis.cases   1,234       1,234        0  abc0000000000000    abc0000000000000',
      '',
      'Moved everything. Both sides are equal.',
      '',
    ].join('\n'),
  );
});

it('prints a command that reads the key, whatever the path', () => {
  const folder = join(tempDir(), 'the bot’s $HOME');
  expect(nextStepsText({ from: `sqlite:${folder}/a.sqlite`, isService: false })).toContain(
    'STATE_KEY to a new key: openssl rand -base64 32',
  );
  const path = join(tempDir(), "it's");
  writeFileSync(`${path}.key`, 'key');
  expect(nextStepsText({ from: `sqlite:${path}.sqlite`, isService: false })).toContain(
    `base64 < '${path.replace("'", String.raw`'\''`)}.key'\n`,
  );
});
