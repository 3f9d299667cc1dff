import type { CommandDeps, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** All servers share the account at the service. Throws a `UserError` outside the operator's server. */
export function checkOperator(
  { guild, t }: Pick<SlashCall, 'guild' | 't'>,
  { operatorGuildId }: CommandDeps,
): void {
  if (guild.id === operatorGuildId) return;
  throw new UserError(
    operatorGuildId === null ? t('addons:problem.noOperator') : t('addons:problem.notOperator'),
  );
}
