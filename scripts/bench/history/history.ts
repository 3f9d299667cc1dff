import { silentLogger } from '../../../src/shared/logger.ts';
import { openState } from '../../../src/bot/storage/state.ts';
import { startChild } from '../child-process.ts';
import { createState, type Kind } from '../postgres/state.ts';
import type { BenchServer } from '../postgres/server.ts';
import { measureCommands, openHistoryWorld, type Commands } from './commands.ts';
import type { ExportRequest } from './export.ts';
import { fillHistory } from './fill.ts';
import type { Load } from './load.ts';

export interface HistoryFigures {
  readonly commands: Commands;
  /** `npm run export`. */
  readonly serverExport: Load & { readonly ms: number };
}

export interface HistoryResult {
  readonly cases: number;
  readonly sqlite: HistoryFigures;
  readonly postgres: HistoryFigures;
}

/** Measures the whole bot in a server with many cases, a tenth of which belong to one member. */
export async function benchHistory(
  server: BenchServer,
  progress: (detail: string) => void,
  cases = 1_000_000,
): Promise<HistoryResult> {
  async function measure(kind: Kind): Promise<HistoryFigures> {
    const world = await openHistoryWorld();
    const state = await createState(kind, server);
    try {
      const { guildId, channels, members } = world.sandbox;
      const url = state.settings.STATE_URL;
      const filled = await openState(url, silentLogger);
      await fillHistory(filled.database, {
        guildId,
        channelIds: [channels.general, channels.random],
        cases,
        ofOneMember: { userId: members.bob.id, cases: cases / 10 },
        moderatorId: members.moderator.id,
        nowMs: Date.now(),
        progress: (count) => progress(`${kind}: ${count.toLocaleString('en')} cases stored`),
      });
      await filled.close();
      // PostgreSQL plans by statistics, which it collects a minute later by itself.
      await state.database?.analyze();
      const commands = await measureCommands(world, state.settings, (command) =>
        progress(`${kind}: ${command}`),
      );
      progress(`${kind}: export of the server`);
      return { commands, serverExport: await measureExport({ url, guildId }) };
    } finally {
      await state.drop();
      await world.stop();
    }
  }

  return { cases, sqlite: await measure('sqlite'), postgres: await measure('postgres') };
}

async function measureExport(request: ExportRequest): Promise<HistoryFigures['serverExport']> {
  const child = await startChild<ExportRequest, string, Load>('history/export');
  const startMs = performance.now();
  const load = await child.send(request);
  const ms = performance.now() - startMs;
  await child.stop();
  return { ms, ...load };
}
