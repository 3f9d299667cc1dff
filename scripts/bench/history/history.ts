import { silentLogger } from '../../../src/shared/logger.ts';
import { openState } from '../../../src/bot/storage/state.ts';
import { startChild } from '../child-process.ts';
import { createState, type Kind } from '../postgres/state.ts';
import type { BenchServer } from '../postgres/server.ts';
import { fillHistory } from './fill.ts';

export const GUILD_ID = '700000000000000001';
export const MEMBER_ID = '700000000000000099';

export interface HistoryRequest {
  readonly url: string;
}

export interface HistoryFigures {
  readonly ms: number;
  /** The longest time for which the event loop was blocked. */
  readonly heldMs: number;
  readonly peakRssBytes: number;
}

export interface HistoryResult {
  readonly cases: number;
  readonly sqlite: Readonly<Record<string, HistoryFigures>>;
  readonly postgres: Readonly<Record<string, HistoryFigures>>;
}

/** Measures a server with many cases, a tenth of which belong to one member. */
export async function benchHistory(
  server: BenchServer,
  progress: (detail: string) => void,
  cases = 1_000_000,
): Promise<HistoryResult> {
  async function measure(kind: Kind): Promise<Record<string, HistoryFigures>> {
    const state = await createState(kind, server);
    try {
      const url = state.settings.STATE_URL;
      const filled = await openState(url, silentLogger);
      await fillHistory(filled.database, {
        guildId: GUILD_ID,
        channelIds: ['700000000000000011', '700000000000000012', '700000000000000013'],
        cases,
        ofOneMember: { userId: MEMBER_ID, cases: cases / 10 },
        moderatorId: '700000000000000055',
        nowMs: Date.now(),
        progress: (count) => progress(`${kind}: ${count.toLocaleString('en')} cases stored`),
      });
      await filled.close();
      progress(`${kind}: exports and erasure`);
      const child = await startChild<HistoryRequest, string, Record<string, HistoryFigures>>(
        'history/process',
      );
      const figures = await child.send({ url });
      await child.stop();
      return figures;
    } finally {
      await state.drop();
    }
  }

  return { cases, sqlite: await measure('sqlite'), postgres: await measure('postgres') };
}
