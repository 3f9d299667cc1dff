import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  countOption,
  folderOption,
  parseCommandLine,
  portOption,
  textOption,
} from '../../../../src/shared/process/command-line.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

const script = {
  name: 'example',
  summary: 'Does something.',
  options: {
    port: portOption,
    out: textOption('FILE', 'The file to write.', 'out.txt'),
    'dry-run': { help: 'Change nothing.' },
  },
  positionals: ['first', 'second'],
  examples: ['', '--port 8080 first'],
};

const HELP = `Usage: npm run example -- [--port PORT] [--out FILE] [--dry-run] [--help] [--version] [first|second ...]

Does something.

  --port PORT  The port to listen on. Default: any free port.
  --out FILE   The file to write.
  --dry-run    Change nothing.
  --help       Show this text.
  --version    Show the version.

Example: npm run example
         npm run example -- --port 8080 first
`;

describe('parseCommandLine', () => {
  it('reads options and positionals', () => {
    expect(parseCommandLine(script, ['--port', '80', 'first', '--dry-run', '--out=a'])).toEqual({
      kind: 'run',
      options: { port: 80, out: 'a', 'dry-run': true },
      positionals: ['first'],
    });
  });

  it('leaves positionals to a script that names them in its usage', () => {
    const free = { ...script, positionals: 'accounts add NAME|list' };
    expect(parseCommandLine(free, ['accounts', 'add', 'anybody'])).toMatchObject({
      kind: 'run',
      positionals: ['accounts', 'add', 'anybody'],
    });
    expect(parseCommandLine(free, ['--help'])).toMatchObject({
      text: expect.stringContaining('[--version] [accounts add NAME|list]\n'),
    });
  });

  it('uses the fallbacks for options that are absent', () => {
    expect(parseCommandLine(script, [])).toEqual({
      kind: 'run',
      options: { port: 0, out: 'out.txt', 'dry-run': false },
      positionals: [],
    });
  });

  it('reads counts from 1', () => {
    const counting = { ...script, options: { servers: countOption('Servers.', null) } };
    const parse = (args: string[]) => parseCommandLine(counting, args);
    expect(parse(['--servers', '64'])).toMatchObject({ kind: 'run', options: { servers: 64 } });
    expect(parse([])).toMatchObject({ kind: 'run', options: { servers: null } });
    for (const wrong of ['0', '1.5', 'many']) {
      expect(parse(['--servers', wrong])).toMatchObject({ kind: 'invalid' });
    }
  });

  it.each(['--help', '-h'])('explains the script for %s', (flag) => {
    expect(parseCommandLine(script, [flag])).toEqual({ kind: 'information', text: HELP });
  });

  it('tells the version of the package', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(parseCommandLine(script, ['--version'])).toEqual({
      kind: 'information',
      text: `${version}\n`,
    });
  });

  it.each([
    ['an unknown option', ['--prot', '1'], "Unknown option '--prot'."],
    ['an unknown positional', ['third'], "Unknown argument 'third'."],
    ['a missing value', ['--port'], "Option '--port <value>' argument missing."],
    ['a value for a flag', ['--dry-run=yes'], "Option '--dry-run' does not take an argument."],
  ])('rejects %s and shows the usage', (_what, args, problem) => {
    expect(parseCommandLine(script, args)).toEqual({
      kind: 'invalid',
      text: `${problem}\n\n${HELP}`,
    });
  });

  it.each(['seven', '70000', '-1', '1.5', ''])('rejects the port "%s"', (port) => {
    const problem = '--port must be a whole number from 0 to 65535.';
    expect(parseCommandLine(script, [`--port=${port}`])).toEqual({
      kind: 'invalid',
      text: `${problem}\n\n${HELP}`,
    });
  });

  it('rejects positionals where the script takes none', () => {
    const { positionals: _, ...withoutPositionals } = script;
    const parsed = parseCommandLine(withoutPositionals, ['first']);
    expect(parsed).toMatchObject({ kind: 'invalid' });
    expect(parsed).toHaveProperty(
      'text',
      expect.stringMatching(/^Unexpected argument 'first'\.\n/),
    );
  });

  it('requires a folder that exists', () => {
    const data = folderOption('data', 'The data.');
    const withFolder = { ...script, options: { data } };
    expect(parseCommandLine(withFolder, [])).toHaveProperty(
      'text',
      expect.stringMatching(/^--data DIR is required\.\n\nUsage: npm run example -- --data DIR \[/),
    );
    expect(parseCommandLine(withFolder, ['--data', '/nowhere'])).toHaveProperty(
      'text',
      expect.stringMatching(/^--data must be a folder, and '\/nowhere' is not\.\n/),
    );
    const folder = tempDir();
    expect(parseCommandLine(withFolder, ['--data', folder])).toHaveProperty('options.data', folder);
  });
});
