import type { Call, CommandDeps, Incident } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** Finds the incident; null: the latest one. Throws a `UserError` if there is none. */
export async function incidentNumbered(
  { guild, t }: Pick<Call<unknown>, 'guild' | 't'>,
  number: number | null,
  { incidents }: Pick<CommandDeps, 'incidents'>,
): Promise<Incident> {
  const incident =
    number === null
      ? ((await incidents.list(guild.id, 1))[0] ?? null)
      : await incidents.get(guild.id, number);
  if (incident !== null) return incident;
  throw new UserError(
    number === null ? t('incident:reply.none') : t('incident:reply.unknown', { number }),
  );
}
