import { existsSync, writeFileSync } from 'node:fs';
import { loadDotEnv } from '../../src/config/environment.ts';
import { parseStateEnvironment, type StateFiles } from '../../src/config/state-environment.ts';
import { openExisting } from '../../src/database/existing.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { errorMessage } from '../../src/lib/errors.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { exportFromStore } from '../../src/service/store/erasure.ts';
import { serviceMigrations } from '../../src/service/store/migrations/migrations.ts';
import type { ServiceTables } from '../../src/service/store/tables.ts';
import { exportGuildRows } from '../../src/storage/guild-data.ts';
import { createMemberData } from '../../src/storage/member-data.ts';
import { stateMigrations } from '../../src/storage/migrations/migrations.ts';
import type { StateTables } from '../../src/storage/tables.ts';
import { idOption, readArguments, textOption } from '../../src/lib/command-line.ts';

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

async function read(files: StateFiles): Promise<object> {
  const { guild: guildId, user: userId } = options;
  const state = await openExisting<StateTables>(files.database, stateMigrations, logger);
  try {
    if (userId !== null) {
      return await createMemberData(state, systemClock, logger).export(guildId, userId);
    }
    const exportedAt = new Date().toISOString();
    const bot = await exportGuildRows(state, guildId);
    return { exportedAt, serverId: guildId, bot, service: await readService(files.service) };
  } finally {
    await state.destroy();
  }
}

/** Null without an embedded service. */
async function readService(path: string): Promise<object | null> {
  if (!existsSync(path)) return null;
  const store = await openExisting<ServiceTables>(path, serviceMigrations, logger);
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
