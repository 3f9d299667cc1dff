import { describe, expect, it } from 'vitest';
import { startChild } from '../helpers/child.ts';

describe.each(['scripts/service.js', 'scripts/sandbox.js'])('%s', (script) => {
  it.each(['seven', '70000', '-1', '1.5', ''])(
    'refuses --port=%s in a sentence and exits with 64',
    async (port) => {
      const child = startChild(script, { args: [`--port=${port}`] });
      expect(await child.exit).toBe(64);
      expect(child.stderr()).toBe('--port must be a whole number from 0 to 65535.\n');
      expect(child.stdout()).toBe('');
    },
  );

  it('refuses an option it does not know with 64', async () => {
    const child = startChild(script, { args: ['--prot', '1'] });
    expect(await child.exit).toBe(64);
    expect(child.stderr()).toContain("'--prot'");
  });
});
