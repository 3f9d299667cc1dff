import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { loadDotEnv } from '../../src/shared/environment/environment.ts';
import { parseStateEnvironment } from '../../src/bot/config/state-environment.ts';
import { checkDatabase } from '../../src/shared/database/existing.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import { silentLogger } from '../../src/shared/logger.ts';
import { serviceMigrations } from '../../src/service/store/migrations/migrations.ts';
import { acquireInstanceLock } from '../../src/bot/storage/instance-lock.ts';
import { KEY_BYTES, stateKeyPath } from '../../src/bot/storage/secrets/state-key.ts';
import { stateMigrations } from '../../src/bot/storage/migrations/migrations.ts';
import { folderOption, readArguments } from '../../src/shared/process/command-line.ts';
import { BACKUP_FILES, BackupError, readManifest, type BackupFile } from './backup-files.ts';

const { options } = readArguments({
  name: 'restore',
  summary:
    'Checks a backup and puts it in place of the state (STATE_URL) of a bot that is stopped.',
  options: {
    from: folderOption('from', 'The folder of the backup.'),
    replace: { help: 'Replace an existing state, which is then lost.' },
  },
  examples: ['--from backups/monday', '--from backups/monday --replace'],
});

/** SQLite's additional files. Those of the old database would damage the new one. */
const WAL_SUFFIXES = ['-wal', '-shm', '-journal'];

async function run(): Promise<void> {
  loadDotEnv();
  const { stateUrl, files } = parseStateEnvironment(process.env);
  if (files === null) {
    throw new BackupError(
      'STATE_URL names a PostgreSQL database. Stop the bot and use PostgreSQL’s own tool, with a file of pg_dump:\n' +
        '  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$STATE_URL" portcullis.dump',
    );
  }
  const { database, service } = files;
  const places: Record<BackupFile, string> = {
    'state.sqlite': database,
    'service.sqlite': service,
    'state.key': stateKeyPath(database),
  };
  const manifest = await readManifest(options.from);
  mkdirSync(dirname(database), { recursive: true });
  // Fails while a bot uses the state, and keeps bots from starting meanwhile.
  const releaseLock = await acquireInstanceLock(stateUrl);
  const staged = BACKUP_FILES.filter((name) => manifest.files[name] !== undefined).map((name) => ({
    name,
    place: places[name],
    path: `${places[name]}.restoring`,
  }));
  try {
    const existing = BACKUP_FILES.map((name) => places[name]).find((place) => existsSync(place));
    if (existing !== undefined && !options.replace) {
      throw new BackupError(`${existing} exists. Use --replace to lose it.`);
    }
    for (const { name, path } of staged) {
      copyFileSync(join(options.from, name), path);
      chmodSync(path, 0o600);
      await check(name, path);
    }
    for (const place of Object.values(places)) removeWal(place);
    for (const { path, place } of staged) renameSync(path, place);
    if (manifest.files['service.sqlite'] === undefined) rmSync(service, { force: true });
  } finally {
    for (const { path } of staged) {
      rmSync(path, { force: true });
      removeWal(path);
    }
    await releaseLock();
  }
  process.stdout.write(
    `Restored the backup of ${manifest.createdAt}. What was erased since then is back: erase it again.\n`,
  );
}

async function check(name: BackupFile, path: string): Promise<void> {
  switch (name) {
    case 'state.sqlite':
      return checkDatabase(path, stateMigrations, silentLogger);
    case 'service.sqlite':
      return checkDatabase(path, serviceMigrations, silentLogger);
    case 'state.key':
      if (statSync(path).size !== KEY_BYTES) {
        throw new BackupError(`state.key does not contain ${KEY_BYTES} bytes.`);
      }
  }
}

function removeWal(path: string): void {
  for (const suffix of WAL_SUFFIXES) rmSync(`${path}${suffix}`, { force: true });
}

try {
  await run();
} catch (error) {
  process.stderr.write(`The backup was not restored: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
