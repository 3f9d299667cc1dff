import { isDeepStrictEqual } from 'node:util';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import { policySchema, type Policy } from '../../src/moderation/policy.ts';
import type { CommandDeps } from '../deps.ts';
import { changed, problems } from '../texts/moderation.ts';

/** Settings as somebody wants them, not checked yet, and the sentence that says what is new. */
export interface Change {
  readonly policy: Policy;
  readonly said: string;
}

/**
 * Changes a guild's settings and tells its moderators who did. What does not fit is a `UserError`, and nothing is
 * changed.
 */
export async function changePolicy(
  { guild, by }: SlashCall,
  { policies, announce, logger }: CommandDeps,
  change: (policy: Policy) => Change,
): Promise<Reply> {
  const { said } = await policies.update(guild.id, (before) => {
    const { policy, said } = change(before);
    const checked = policySchema.safeParse(policy);
    if (!checked.success) {
      throw new UserError(problems.unfit(checked.error.issues[0]?.message ?? 'it is no setting'));
    }
    return isDeepStrictEqual(checked.data, before)
      ? { policy: before, said: null }
      : { policy: checked.data, said };
  });
  if (said === null) return { content: changed.unchanged };
  logger.info({ guildId: guild.id, userId: by.id }, 'the policy of a guild was changed');
  announce(guild.id, changed.announced(defuse(by.name, 100), said));
  return { content: `✅ ${said.charAt(0).toUpperCase()}${said.slice(1)}` };
}
