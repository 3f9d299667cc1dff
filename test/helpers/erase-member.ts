import { systemClock } from '../../src/shared/clock.ts';
import { silentLogger } from '../../src/shared/logger.ts';
import type { ErasedData } from '../../src/bot/domain/stored-data.ts';
import { createErasures } from '../../src/bot/storage/members/erasures.ts';
import type { StateDatabase } from '../../src/bot/storage/tables.ts';

/** Erases a member's data at once, without telling anybody. Resolves to how much was erased. */
export async function eraseMember(
  database: StateDatabase,
  guildId: string,
  userId: string,
): Promise<ErasedData> {
  const erasures = createErasures(database, systemClock, silentLogger);
  const member = { guildId, userId };
  await erasures.begin({ ...member, byId: userId });
  for await (const _step of erasures.steps(member));
  const erasure = await erasures.get(member);
  if (erasure === null) throw new Error('The erasure is not stored.');
  await erasures.end(member);
  await erasures.forget(erasure)(database);
  return erasure.erased;
}
