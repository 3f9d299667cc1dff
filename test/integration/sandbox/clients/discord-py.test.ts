import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { createClientSandbox } from './world.ts';

const SCRIPT = fileURLToPath(new URL('discord_py/main.py', import.meta.url));
/** Debian's Python, which finds Debian's package python3-discord. */
const PYTHON = '/usr/bin/python3';

const stepSchema = z.object({ step: z.string(), error: z.string().nullable() });

const isInstalled = spawnSync(PYTHON, ['-c', 'import discord']).status === 0;
if (!isInstalled) console.warn('Skipped: discord.py (apt-get install python3-discord).');

it.skipIf(!isInstalled)(
  'discord.py, unmodified, passes its script',
  async () => {
    const { world: _world, faults: _faults, stop, ...addresses } = await createClientSandbox();
    const child = execFile(PYTHON, ['-B', SCRIPT]);
    child.stdin?.end(JSON.stringify(addresses));
    let output = '';
    let errors = '';
    child.stdout?.on('data', (text: string) => (output += text));
    child.stderr?.on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    await stop();

    const steps = output
      .trim()
      .split('\n')
      .map((line) => stepSchema.parse(JSON.parse(line)));
    expect(steps.filter(({ error }) => error !== null)).toEqual([]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(steps.length).toBeGreaterThan(25);
  },
  180_000,
);
