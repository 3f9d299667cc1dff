import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { changePolicy } from './change.ts';

/* Roles and channels that are not checked. */

export async function exempt(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds, targets } = chosenTargets(call);
  return changePolicy(call, deps, (policy) => ({
    policy: {
      ...policy,
      exemptRoleIds: [...new Set([...policy.exemptRoleIds, ...roleIds])],
      exemptChannelIds: [...new Set([...policy.exemptChannelIds, ...channelIds])],
    },
    describe: (reader) =>
      reader('moderation:reply.changed.exempted', { targets, count: targets.length }),
  }));
}

export async function unexempt(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds, targets } = chosenTargets(call);
  return changePolicy(call, deps, (policy) => ({
    policy: {
      ...policy,
      exemptRoleIds: policy.exemptRoleIds.filter((id) => !roleIds.includes(id)),
      exemptChannelIds: policy.exemptChannelIds.filter((id) => !channelIds.includes(id)),
    },
    describe: (reader) =>
      reader('moderation:reply.changed.checked', { targets, count: targets.length }),
  }));
}

function chosenTargets({ interaction, t }: SlashCall): {
  roleIds: string[];
  channelIds: string[];
  /** Mentions. */
  targets: readonly string[];
} {
  const role = interaction.options.getRole('role');
  const channel = interaction.options.getChannel('channel');
  const targets = [
    ...(role === null ? [] : [`<@&${role.id}>`]),
    ...(channel === null ? [] : [`<#${channel.id}>`]),
  ];
  if (targets.length === 0) throw new UserError(t('moderation:reply.problem.nothingGiven'));
  return {
    roleIds: role === null ? [] : [role.id],
    channelIds: channel === null ? [] : [channel.id],
    targets,
  };
}
