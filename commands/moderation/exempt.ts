import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { changed, options, problems } from '../texts/moderation.ts';
import { changePolicy } from './change.ts';

/* Roles and channels that are not looked at. */

export async function exempt(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds, named } = chosen(call);
  return changePolicy(call, deps, (policy) => ({
    policy: {
      ...policy,
      exemptRoleIds: [...new Set([...policy.exemptRoleIds, ...roleIds])],
      exemptChannelIds: [...new Set([...policy.exemptChannelIds, ...channelIds])],
    },
    said: changed.exempt(named),
  }));
}

export async function lookAgain(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { roleIds, channelIds, named } = chosen(call);
  return changePolicy(call, deps, (policy) => ({
    policy: {
      ...policy,
      exemptRoleIds: policy.exemptRoleIds.filter((id) => !roleIds.includes(id)),
      exemptChannelIds: policy.exemptChannelIds.filter((id) => !channelIds.includes(id)),
    },
    said: changed.looked(named),
  }));
}

function chosen({ interaction }: SlashCall): {
  roleIds: string[];
  channelIds: string[];
  named: string;
} {
  const role = interaction.options.getRole(options.exemptRole.name.en);
  const channel = interaction.options.getChannel(options.exemptChannel.name.en);
  const [first, second] = [
    ...(role === null ? [] : [`<@&${role.id}>`]),
    ...(channel === null ? [] : [`<#${channel.id}>`]),
  ];
  if (first === undefined) throw new UserError(problems.nothingGiven);
  return {
    roleIds: role === null ? [] : [role.id],
    channelIds: channel === null ? [] : [channel.id],
    named: second === undefined ? changed.is(first) : changed.are(first, second),
  };
}
