import type { CommandDeps, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { changeExemptions } from '../settings/exempt.ts';

/* Roles and channels that are not checked. */

export async function exempt(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds } = chosenTargets(call);
  return changeExemptions(call, deps, ({ exemptRoleIds, exemptChannelIds }) => ({
    exemptRoleIds: [...new Set([...exemptRoleIds, ...roleIds])],
    exemptChannelIds: [...new Set([...exemptChannelIds, ...channelIds])],
  }));
}

export async function unexempt(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds } = chosenTargets(call);
  return changeExemptions(call, deps, ({ exemptRoleIds, exemptChannelIds }) => ({
    exemptRoleIds: exemptRoleIds.filter((id) => !roleIds.includes(id)),
    exemptChannelIds: exemptChannelIds.filter((id) => !channelIds.includes(id)),
  }));
}

function chosenTargets({ interaction, t }: SlashCall): {
  roleIds: string[];
  channelIds: string[];
} {
  const role = interaction.options.getRole('role');
  const channel = interaction.options.getChannel('channel');
  if (role === null && channel === null) {
    throw new UserError(t('moderation:reply.problem.nothingGiven'));
  }
  return {
    roleIds: role === null ? [] : [role.id],
    channelIds: channel === null ? [] : [channel.id],
  };
}
