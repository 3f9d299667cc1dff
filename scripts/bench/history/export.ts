import { silentLogger } from '../../../src/shared/logger.ts';
import { exportGuildRows } from '../../../src/bot/storage/guild-data.ts';
import { openState } from '../../../src/bot/storage/state.ts';
import { serveLoad } from './load.ts';

/* Exports a server, as `npm run export` does. */

export interface ExportRequest {
  readonly url: string;
  readonly guildId: string;
}

async function run({ url, guildId }: ExportRequest): Promise<void> {
  const state = await openState(url, silentLogger);
  const write = async (): Promise<void> => {};
  await exportGuildRows(state.database, { guildId, service: null, write, onRows() {} });
  await state.close();
}

// Both ends are modules of this folder and share the types.
serveLoad({ work: (request) => run(request as ExportRequest), stop: async () => {} });
