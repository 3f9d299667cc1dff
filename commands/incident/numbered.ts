import type { Call, CommandDeps, Incident } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** PostgreSQL refuses larger ones. A button that somebody made up may have any. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Finds the incident; null: the latest one. Throws a `UserError` if there is none. */
export async function incidentNumbered(
  { guild, t }: Pick<Call<unknown>, 'guild' | 't'>,
  number: number | null,
  { incidents }: Pick<CommandDeps, 'incidents'>,
): Promise<Incident> {
  const isPossible = number !== null && number <= MAX_NUMBER;
  const [latest = null] = number === null ? await incidents.list(guild.id, 1) : [];
  const incident = isPossible ? await incidents.get(guild.id, number) : latest;
  if (incident !== null) return incident;
  throw new UserError(
    number === null ? t('incident:reply.none') : t('incident:reply.unknown', { number }),
  );
}
