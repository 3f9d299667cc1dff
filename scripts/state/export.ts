import { once } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { loadDotEnv } from '../../src/shared/environment/environment.ts';
import { parseStateEnvironment, type StatePlace } from '../../src/bot/config/state-environment.ts';
import { DatabaseError } from '../../src/shared/database/errors.ts';
import { openExisting } from '../../src/shared/database/existing.ts';
import { systemClock } from '../../src/shared/clock.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import { createLogger } from '../../src/shared/logger.ts';
import { exportFromStore } from '../../src/service/store/erasure.ts';
import { serviceMigrations } from '../../src/service/store/migrations/migrations.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/store.ts';
import type { ServiceTables } from '../../src/service/store/tables.ts';
import { exportGuildRows } from '../../src/bot/storage/guild-data.ts';
import { createMemberData } from '../../src/bot/storage/members/member-data.ts';
import { createLogTexts } from '../../src/bot/storage/message-log/log-texts.ts';
import { openStateKey, stateKeyPath } from '../../src/bot/storage/secrets/state-key.ts';
import { stateMigrations } from '../../src/bot/storage/migrations/migrations.ts';
import { STATE_SCHEMA } from '../../src/bot/storage/tables.ts';
import type { StateTables } from '../../src/bot/storage/tables.ts';
import { createProgress } from '../progress.ts';
import { idOption, readArguments, textOption } from '../../src/shared/process/command-line.ts';

const { options } = readArguments({
  name: 'export',
  summary:
    'Writes everything that is stored about a server, or about one of its members, as JSON. The bot may be running.',
  options: {
    guild: idOption('guild', 'The server.'),
    user: { ...idOption('user', 'Only the data of this member.'), fallback: null },
    out: textOption('FILE', 'The file to write. Default: standard output.', ''),
  },
  examples: ['--guild 123456789012345678 --out server.json'],
});

/** Progress is reported after every this many rows. */
const ROWS_PER_STEP = 50_000;

const logger = createLogger('warn', process.stderr);

async function exportAll(
  place: StatePlace,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  const { stateUrl, serviceUrl, files } = place;
  const { guild: guildId, user: userId } = options;
  const state = await openExisting<StateTables>({
    url: stateUrl,
    schema: STATE_SCHEMA,
    migrations: stateMigrations,
    logger,
  });
  if (state === null) {
    throw new DatabaseError(
      files === null
        ? 'The PostgreSQL database has no state of a bot.'
        : `There is no database at ${files.database}.`,
    );
  }
  try {
    if (userId === null) {
      const service = await readService(serviceUrl);
      const onRows = (table: string, rows: number): void => {
        if (rows > 0 && rows % ROWS_PER_STEP === 0) {
          progress.step(`${rows.toLocaleString('en')} rows of ${table}`);
        }
      };
      await exportGuildRows(state, { guildId, service, write, onRows });
    } else {
      const texts = createLogTexts(existingKey(place));
      const pieces = createMemberData(state, systemClock, logger, texts).export(guildId, userId);
      for await (const piece of pieces) await write(piece);
    }
    await write('\n');
  } finally {
    await state.destroy();
  }
}

/** Null: there is none, so the texts of the message log cannot be read. */
function existingKey({ stateUrl, files, stateKey }: StatePlace): Buffer | null {
  if (files === null) return stateKey;
  return existsSync(stateKeyPath(files.database)) ? openStateKey(stateUrl) : null;
}

/** Null: there is no embedded service. */
async function readService(url: string): Promise<Record<string, readonly object[]> | null> {
  const store = await openExisting<ServiceTables>({
    url,
    schema: SERVICE_SCHEMA,
    migrations: serviceMigrations,
    logger,
  });
  if (store === null) return null;
  try {
    return await exportFromStore(store, options.guild);
  } finally {
    await store.destroy();
  }
}

/** Opens the file when the first piece is written. Without a path, writes to standard output. */
function createWriter(path: string) {
  let file: FileHandle | null = null;
  return {
    async write(piece: string): Promise<void> {
      if (path === '') {
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
        return;
      }
      file ??= await open(path, 'w', 0o600);
      await file.writeFile(piece);
    },
    async end(): Promise<void> {
      await file?.close();
    },
  };
}

const progress = createProgress();
try {
  loadDotEnv();
  const place = parseStateEnvironment(process.env);
  // An interrupted export must not look complete.
  const path = options.out === '' ? '' : `${options.out}.unfinished`;
  const writer = createWriter(path);
  await exportAll(place, writer.write);
  await writer.end();
  if (path !== '') renameSync(path, options.out);
  progress.end();
  if (path !== '') {
    const subject = options.user === null ? `server ${options.guild}` : `member ${options.user}`;
    process.stderr.write(`Wrote what is stored about ${subject} to ${options.out}.\n`);
  }
} catch (error) {
  progress.end();
  process.stderr.write(`The export failed: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
