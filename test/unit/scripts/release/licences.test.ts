import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkLicences, licenceTexts, thirdParties } from '../../../../scripts/release/licences.ts';

const packageWith = (licence: string | null) => ({
  path: 'node_modules/a',
  version: '1.0.0',
  licence,
});

it('every package that is installed with the program has a licence from the list', () => {
  const packages = thirdParties(readFileSync('package-lock.json', 'utf8'));
  expect(packages.map(({ path }) => path)).toContain('node_modules/discord.js');
  expect(packages.map(({ path }) => path)).not.toContain('node_modules/vitest');
  expect(() => checkLicences(packages)).not.toThrow();
});

it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND Zlib'])('%s is allowed', (licence) => {
  expect(() => checkLicences([packageWith(licence)])).not.toThrow();
});

it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN licence.txt', null])(
  '%s is refused by name',
  (licence) => {
    expect(() => checkLicences([packageWith('MIT'), packageWith(licence)])).toThrow(
      `node_modules/a (${licence ?? 'no licence'})`,
    );
  },
);

it('holds the text of each licence', () => {
  const text = licenceTexts([{ path: 'node_modules/zod', version: '4.6.7', licence: 'MIT' }]);
  expect(text).toMatch(/^zod 4\.6\.7 \(MIT\)\n=+\n\nMIT License\n/);
});
