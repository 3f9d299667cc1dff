import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { loadDotEnv } from '../../src/shared/environment/environment.ts';
import { parseStateEnvironment } from '../../src/bot/config/state-environment.ts';
import { copyDatabase } from '../../src/shared/database/existing.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import { stateKeyPath } from '../../src/bot/storage/secrets/state-key.ts';
import { newFolderOption, readArguments } from '../../src/shared/process/command-line.ts';
import { BackupError, hashOf, MANIFEST, type BackupFile, type Manifest } from './backup-files.ts';

const { options } = readArguments({
  name: 'backup',
  summary:
    'Copies the state of the bot (STATE_URL), the embedded service’s and the key file, while they are in use.',
  options: { out: newFolderOption('out', 'The folder to create for the backup.') },
  examples: ['--out backups/monday'],
});

/** Writes a backup next to its final place, so that an unfinished one is never mistaken for a backup. */
async function run(out: string): Promise<void> {
  loadDotEnv();
  const { files } = parseStateEnvironment(process.env);
  if (files === null) {
    throw new BackupError(
      'STATE_URL names a PostgreSQL database. Save it with PostgreSQL’s own tool, and keep STATE_KEY, which is not in it:\n' +
        '  pg_dump --format=custom --schema=portcullis --schema=service --file=portcullis.dump "$STATE_URL"',
    );
  }
  const unfinished = `${out}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const hashes: Manifest['files'] = {};

  async function finish(name: BackupFile): Promise<void> {
    const path = join(unfinished, name);
    chmodSync(path, 0o600);
    hashes[name] = await hashOf(path);
  }

  try {
    await copyDatabase(files.database, join(unfinished, 'state.sqlite'));
    await finish('state.sqlite');
    if (existsSync(files.service)) {
      await copyDatabase(files.service, join(unfinished, 'service.sqlite'));
      await finish('service.sqlite');
    }
    copyFileSync(stateKeyPath(files.database), join(unfinished, 'state.key'));
    await finish('state.key');
    const createdAt = new Date().toISOString();
    const manifest: Manifest = { format: 1, createdAt, files: hashes };
    writeFileSync(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(unfinished, out);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  process.stdout.write(`Wrote ${Object.keys(hashes).join(', ')} to ${out}.\n`);
}

try {
  await run(options.out);
} catch (error) {
  process.stderr.write(`The backup failed: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
