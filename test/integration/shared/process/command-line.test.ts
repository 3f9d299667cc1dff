import { describe, expect, it } from 'vitest';
import { startChild } from '../../../helpers/processes/child.ts';

const SCRIPTS = [
  ...['sandbox', 'service'].map((name) => ({ name, path: `scripts/${name}.ts` })),
  ...['backup', 'export', 'restore'].map((name) => ({ name, path: `scripts/state/${name}.ts` })),
  ...['demo', 'deploy-commands', 'bench', 'train', 'evaluate'].map((name) => ({
    name,
    path: `scripts/${name}/main.ts`,
  })),
];

describe.each(SCRIPTS)('npm run $name', ({ name, path }) => {
  it('explains its options with an example for --help', async () => {
    const child = startChild(path, { args: ['--help'] });
    expect(await child.exit).toBe(0);
    expect(child.stdout()).toContain(`Usage: npm run ${name} -- `);
    expect(child.stdout()).toContain(`Example: npm run ${name}`);
    expect(child.stderr()).toBe('');
  });
});

describe('a script', () => {
  it('rejects an unknown option with its usage and exit code 64', async () => {
    const child = startChild('scripts/sandbox.ts', { args: ['--prot', '1'] });
    expect(await child.exit).toBe(64);
    expect(child.stderr()).toMatch(/^Unknown option '--prot'\.\n\nUsage: npm run /);
    expect(child.stderr()).not.toContain('    at ');
    expect(child.stdout()).toBe('');
  });
});

it.each(['sandbox', 'service'])('npm run %s rejects a bad port with exit code 64', async (name) => {
  const child = startChild(`scripts/${name}.ts`, { args: ['--port', '70000'] });
  expect(await child.exit).toBe(64);
  expect(child.stderr()).toMatch(/^--port must be a whole number from 0 to 65535\.\n\nUsage: /);
  expect(child.stdout()).toBe('');
});

it.each(['train', 'evaluate'])('npm run %s requires a folder of data', async (name) => {
  const withoutData = startChild(`scripts/${name}/main.ts`, { args: [] });
  expect(await withoutData.exit).toBe(64);
  expect(withoutData.stderr()).toMatch(/^--data DIR is required\.\n\nUsage: /);
  const withFile = startChild(`scripts/${name}/main.ts`, { args: ['--data', 'package.json'] });
  expect(await withFile.exit).toBe(64);
  expect(withFile.stderr()).toContain("--data must be a folder, and 'package.json' is not.");
});
