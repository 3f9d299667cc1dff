import { writeFileSync } from 'node:fs';
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
import { createMemberData } from '../../src/bot/storage/member-data.ts';
import { stateMigrations } from '../../src/bot/storage/migrations/migrations.ts';
import { STATE_SCHEMA } from '../../src/bot/storage/tables.ts';
import type { StateTables } from '../../src/bot/storage/tables.ts';
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

const logger = createLogger('warn', process.stderr);

async function read({ stateUrl, serviceUrl, files }: StatePlace): Promise<object> {
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
    if (userId !== null) {
      return await createMemberData(state, systemClock, logger).export(guildId, userId);
    }
    const exportedAt = new Date().toISOString();
    const bot = await exportGuildRows(state, guildId);
    return { exportedAt, serverId: guildId, bot, service: await readService(serviceUrl) };
  } finally {
    await state.destroy();
  }
}

/** Null without an embedded service. */
async function readService(url: string): Promise<object | null> {
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

try {
  loadDotEnv();
  const exported = await read(parseStateEnvironment(process.env));
  const json = `${JSON.stringify(exported, null, 2)}\n`;
  if (options.out === '') process.stdout.write(json);
  else writeFileSync(options.out, json, { mode: 0o600 });
} catch (error) {
  process.stderr.write(`The export failed: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
