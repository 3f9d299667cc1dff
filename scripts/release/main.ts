import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../src/shared/errors.ts';
import {
  exitWithUsage,
  optionalOption,
  readArguments,
  textOption,
} from '../../src/shared/process/command-line.ts';
import { VERSION } from '../../src/shared/version.ts';
import { buildProgram, pack } from './archive.ts';
import { releasedChangelog } from './changelog.ts';
import { checkLicences, licenceTexts, thirdParties, type ThirdParty } from './licences.ts';
import { ReleaseError } from './release-error.ts';
import { run } from './run.ts';
import { billOfMaterials } from './sbom.ts';
import { sign } from './sign.ts';

const OUT = 'release';
const SEMVER = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const script = {
  name: 'release',
  summary:
    'Checks everything, commits the version, and writes its archive, sums, licences and bill of materials to release/.',
  options: {
    key: optionalOption(textOption('FILE', 'A private SSH key to sign the sums with.', '')),
  },
  positionals: 'X.Y.Z',
  examples: ['1.0.0', '1.0.0 --key ~/.ssh/release'],
};

function checkTree(): void {
  const changes = run('git', ['status', '--porcelain']);
  if (changes !== '') throw new ReleaseError(`Commit or remove these first:\n${changes}`);
}

/** Writes the version and the changelog, and commits them. Does nothing if both are already set. */
function setVersion(version: string, changelog: string): void {
  writeFileSync('CHANGELOG.md', changelog);
  if (version !== VERSION) run('npm', ['version', version, '--no-git-tag-version']);
  if (run('git', ['status', '--porcelain']) === '') return;
  run('git', ['commit', '--all', '--message', `Release ${version}`]);
}

async function write(
  version: string,
  packages: readonly ThirdParty[],
  key: string | null,
): Promise<void> {
  const name = `portcullis-${version}`;
  const time = new Date(Number(run('git', ['log', '-1', '--format=%ct'])) * 1_000);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-release-'));
  try {
    await buildProgram(folder);
    writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), licenceTexts(packages));
    await pack(folder, join(OUT, `${name}.tar.gz`), name, time);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(join(OUT, `${name}.cdx.json`), billOfMaterials(time));
  const sums = [`${name}.tar.gz`, `${name}.cdx.json`].map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(OUT, file)))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''));
  if (key !== null) sign(join(OUT, 'SHA256SUMS'), key);
  process.stdout.write(sums.join(''));
}

const { options, positionals } = readArguments(script);
const [version = '', ...rest] = positionals;
if (!SEMVER.test(version) || rest.length > 0) {
  exitWithUsage(script, 'Name the version, such as 1.0.0.');
}
try {
  if (options.key !== null && !existsSync(options.key)) {
    throw new ReleaseError(`There is no key ${options.key}.`);
  }
  checkTree();
  const packages = thirdParties(readFileSync('package-lock.json', 'utf8'));
  checkLicences(packages);
  const today = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today);
  process.stdout.write('Running npm run check, which takes minutes.\n');
  run('npm', ['run', 'check']);
  setVersion(version, changelog);
  await write(version, packages, options.key);
} catch (error) {
  process.stderr.write(`Nothing was released: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
