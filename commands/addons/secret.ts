import {
  type CommandDeps,
  defuse,
  type Reply,
  type SlashCall,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkOperator } from './operator.ts';

/** Makes the service sign its events, and keeps the key it issues. The key is never shown. */
export async function issueSecret(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t, interaction } = call;
  const { addons, announce } = deps;
  checkOperator(call, deps);
  if (!addons.needsSecret()) throw new UserError(t('addons:problem.embedded'));
  const issuedAt = addons.secretIssuedAt();
  if (issuedAt !== null && interaction.options.getBoolean('renew') !== true) {
    return { content: t('addons:reply.secretExists', { time: timestamp(issuedAt, 'R') }) };
  }
  const isStored = await addons.issueSecret(signal);
  const user = defuse(by.name, 100);
  announce(guild.id, (server) => server('addons:announcement.secret', { user }));
  return { content: isStored ? t('addons:reply.secretStored') : t('addons:reply.secretUnknown') };
}
