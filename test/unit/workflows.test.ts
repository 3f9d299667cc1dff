import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map((file) => ({
  file,
  text: readFileSync(`${FOLDER}/${file}`, 'utf8'),
}));

describe.each(workflows)('the workflow $file', ({ text }) => {
  it('names every action by hash, with its version beside it', () => {
    const uses = text.match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/^uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may only read, except for jobs that say otherwise', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  });
});
