import { existsSync } from 'node:fs';
import { z } from 'zod';
import { connect } from '../../src/database/database.ts';
import { DatabaseError } from '../../src/database/errors.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSchema } from '../../src/database/postgres-schema.ts';
import { REPLACE_OPTION } from '../../src/database/unfinished-move.ts';
import { readArguments, UsageError, type ValueOption } from '../../src/lib/command-line.ts';
import { errorMessage } from '../../src/lib/errors.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { MEMORY, sqlitePath } from '../../src/lib/sqlite-url.ts';
import { embeddedServiceUrl, isPostgresUrl } from '../../src/lib/state-url.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/store.ts';
import { serviceMigrations } from '../../src/service/store/tables.ts';
import { acquireInstanceLock } from '../../src/storage/instance-lock.ts';
import { openKeyValueStore } from '../../src/storage/key-value-store.ts';
import { stateMigrations } from '../../src/storage/migrations/migrations.ts';
import { STATE_SCHEMA } from '../../src/storage/state.ts';
import { EXPIRING_TABLES } from '../../src/storage/tables.ts';
import { closeParts, moveParts, openParts, type OpenPart, type Part } from './move/move.ts';
import { countsText, createProgress, figuresText, nextStepsText } from './move/report.ts';
import { markUnfinished, openTarget, schemaState, type Target } from './move/target.ts';

const sourceOption: ValueOption<string> = {
  placeholder: 'sqlite:PATH',
  help: 'The SQLite file, as STATE_URL or SERVICE_STATE_URL names it.',
  parse(text) {
    if (/^sqlite:.+/.test(text) && sqlitePath(text) !== MEMORY) return text;
    throw new UsageError('--from must be “sqlite:” and the path of a file.');
  },
};

const targetOption: ValueOption<string> = {
  placeholder: 'postgres://HOST/DATABASE',
  help: 'The PostgreSQL database, which Portcullis does not use yet. PGUSER and PGPASSWORD work, too.',
  parse(text) {
    if (isPostgresUrl(text) && URL.canParse(text)) return text;
    throw new UsageError('--to must be a URL such as postgres://user@host/database.');
  },
};

const { options } = readArguments({
  name: 'migrate-state',
  summary:
    'Moves the state of a bot that is stopped, and its embedded service’s, from SQLite to PostgreSQL, and compares both sides. The SQLite files stay as they are.',
  options: {
    from: sourceOption,
    to: targetOption,
    service: { help: 'The file is that of “npm run service”.' },
    'dry-run': { help: 'Only count what would be moved. The bot may be running.' },
    [REPLACE_OPTION]: { help: 'Lose what an interrupted move left in the target.' },
  },
  examples: [
    '--from sqlite:data/portcullis.sqlite --to postgres://portcullis@db.example/portcullis',
    '--service --from sqlite:data/service.sqlite --to postgres://portcullis@db.example/service',
  ],
});

const { from, to } = options;

/** Expired rows stay behind. */
const now = Date.now();
const isExpiring = (table: string): boolean => EXPIRING_TABLES.some((name) => name === table);

const bot: Part = {
  path: sqlitePath(from),
  schema: STATE_SCHEMA,
  migrations: stateMigrations,
  keptRows(table) {
    if (isExpiring(table)) return `expires_at IS NULL OR expires_at > ${now}`;
    // Keyv's, which has the time in its value.
    return table === 'keyv'
      ? `CASE WHEN json_valid(value) THEN coalesce(json_extract(value, '$.expires') > ${now}, true) ELSE true END`
      : null;
  },
  async createTables() {
    await createTables(this);
    const keyValues = await openKeyValueStore(to, STATE_SCHEMA, silentLogger);
    // It creates its table before its first query.
    await keyValues.open('probe', z.number()).read('latest');
    await keyValues.close();
  },
};

const serviceAt = (url: string): Part => ({
  path: sqlitePath(url),
  schema: SERVICE_SCHEMA,
  migrations: serviceMigrations,
  keptRows: () => null,
  createTables() {
    return createTables(this);
  },
});

function chooseParts(): readonly Part[] {
  if (options.service) return [serviceAt(from)];
  const service = serviceAt(embeddedServiceUrl(from));
  return existsSync(service.path) ? [bot, service] : [bot];
}

async function createTables({ schema, migrations }: Part): Promise<void> {
  const database = await connect<unknown>({ url: to, schema, logger: silentLogger });
  try {
    await migrate(database, migrations, schema);
  } finally {
    await database.destroy();
  }
}

/** Throws a `DatabaseError` unless the schemas are empty, or hold what may be replaced. */
async function assertFree(target: Target, parts: readonly Part[]): Promise<void> {
  for (const { schema } of parts) {
    const state = await schemaState(target, schema);
    if (state === 'in use') {
      throw new DatabaseError(
        `The schema “${schema}” of the target has tables already. Choose another database.`,
      );
    }
    if (state === 'unfinished' && !options[REPLACE_OPTION]) {
      throw new DatabaseError(
        `The schema “${schema}” of the target has what an interrupted move left. Use --${REPLACE_OPTION} to lose that.`,
      );
    }
  }
}

async function markAll(target: Target, parts: readonly Part[]): Promise<void> {
  for (const { schema } of parts) {
    const database = await connect<unknown>({ url: to, schema, logger: silentLogger });
    try {
      await createSchema(database, schema);
    } finally {
      await database.destroy();
    }
  }
  for (const { schema } of parts) await markUnfinished(target, schema);
}

async function runMove(parts: readonly OpenPart[], target: Target): Promise<void> {
  await assertFree(target, parts);
  if (options['dry-run']) {
    process.stdout.write(await countsText(parts));
    return;
  }
  await markAll(target, parts);
  for (const part of parts) await part.createTables();
  const figures = await moveParts(parts, target, createProgress());
  process.stdout.write(figuresText(figures));
  process.stdout.write(nextStepsText({ from, isService: options.service }));
}

async function run(): Promise<void> {
  const isExclusive = !options['dry-run'];
  const releaseLock =
    isExclusive && !options.service ? await acquireInstanceLock(from) : async () => undefined;
  try {
    const parts = await openParts(chooseParts(), isExclusive);
    try {
      const target = await openTarget(to);
      try {
        await runMove(parts, target);
      } finally {
        await target.close();
      }
    } finally {
      await closeParts(parts);
    }
  } finally {
    await releaseLock();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`The state was not moved: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
