import { existsSync } from 'node:fs';
import { REPLACE_OPTION } from '../../src/shared/database/unfinished-move.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import {
  readArguments,
  UsageError,
  type ValueOption,
} from '../../src/shared/process/command-line.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import { MEMORY, sqlitePath } from '../../src/shared/sqlite-url.ts';
import { embeddedServiceUrl, isPostgresUrl } from '../../src/shared/state-url.ts';
import { SAMPLE_RETENTION_MS } from '../../src/service-api/schemas/insights.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/store.ts';
import { serviceMigrations } from '../../src/service/store/migrations/migrations.ts';
import { createSamplePartitions } from '../../src/service/store/sample-partitions.ts';
import { acquireInstanceLock } from '../../src/bot/storage/instance-lock.ts';
import { stateMigrations } from '../../src/bot/storage/migrations/migrations.ts';

import { EXPIRING_TABLES, STATE_SCHEMA } from '../../src/bot/storage/tables.ts';
import { closeParts, openParts, type OpenPart, type Part } from './move/parts.ts';
import { assertFree, moveParts } from './move/move.ts';
import { countsText, createProgress, figuresText, nextStepsText } from './move/report.ts';
import { openTarget, type Target } from './move/target.ts';

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

/** Rows that have expired by this time are not moved. */
const now = Date.now();

const bot: Part = {
  path: sqlitePath(from),
  schema: STATE_SCHEMA,
  migrations: stateMigrations,
  keptRows: (table) =>
    EXPIRING_TABLES.some((name) => name === table)
      ? `expires_at IS NULL OR expires_at > ${now}`
      : null,
};

const serviceAt = (url: string): Part => ({
  path: sqlitePath(url),
  schema: SERVICE_SCHEMA,
  migrations: serviceMigrations,
  keptRows: (table) =>
    table === 'samples' ? `time_ms BETWEEN ${now - SAMPLE_RETENTION_MS} AND ${now}` : null,
  async prepareTables(database) {
    const days = Array.from(
      { length: SAMPLE_RETENTION_MS / DAY_MS + 1 },
      (_, day) => now - day * DAY_MS,
    );
    await createSamplePartitions(database)?.ensure(days);
  },
});

function chooseParts(): readonly Part[] {
  if (options.service) return [serviceAt(from)];
  const service = serviceAt(embeddedServiceUrl(from));
  return existsSync(service.path) ? [bot, service] : [bot];
}

async function move(parts: readonly OpenPart[], target: Target): Promise<void> {
  await assertFree(target, parts, options[REPLACE_OPTION]);
  if (options['dry-run']) {
    process.stdout.write(await countsText(parts));
    return;
  }
  const figures = await moveParts({ parts, target, url: to, progress: createProgress() });
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
        await move(parts, target);
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
