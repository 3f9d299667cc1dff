import { ChannelType } from 'discord.js';
import {
  channelProblem,
  type CommandDeps,
  createModeratorChannel,
  defuse,
  type Policy,
  type Reply,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { changePolicy, confirmPolicyChange, type Change } from '../moderation/change.ts';
import { audienceQuestion } from '../shared/audience.ts';
import type { Setting, SettingCall } from './setting.ts';

export const ALERT_CHANNELS = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

export const channelSetting: Setting = {
  name: 'settings:channel.name',
  explanation: 'settings:channel.explanation',
  summary: 'moderation:subcommands.channel.description',
  value: ({ policy, moderatorChannel, t }) =>
    channelText(policy.moderatorChannelId, moderatorChannel, t),
  controls: [
    {
      kind: 'channels',
      name: 'settings:channel.choose',
      types: ALERT_CHANNELS,
      max: 1,
      chosen: ({ moderatorChannelId }) => (moderatorChannelId === null ? [] : [moderatorChannelId]),
      change: (call, deps, [channelId = null]) => changeChannel(call, deps, channelId),
    },
    {
      kind: 'button',
      name: 'settings:channel.create',
      async change(call, deps) {
        const { guild, interaction, show } = call;
        const created = await createModeratorChannel(guild, {
          name: deps.moderatorChannel,
          by: interaction.member,
        });
        if (created.kind === 'refused') {
          const { reason, fix } = created.refusal;
          throw new UserError(`${show(reason)} ${show(fix)}`);
        }
        return changeChannel(call, deps, created.channelId);
      },
    },
  ],
};

/** Null: the default channel. Asks first if people besides the moderators can read the channel. */
export async function changeChannel(
  call: SettingCall,
  deps: CommandDeps,
  channelId: string | null,
): Promise<Reply> {
  const { t } = call;
  const check = ({ guild, show }: Pick<SettingCall, 'guild' | 'show'>): void => {
    const problem = channelId === null ? null : channelProblem(guild, channelId);
    if (problem !== null) throw new UserError(`${show(problem.reason)} ${show(problem.fix)}`);
  };
  check(call);
  const change = (policy: Policy): Change => ({
    policy: { ...policy, moderatorChannelId: channelId },
    describe: (reader) =>
      reader('moderation:reply.changed.channel', {
        channel: channelText(channelId, deps.moderatorChannel, reader),
      }),
  });
  const content = audienceQuestion(call, { channelId, fallback: deps.moderatorChannel });
  if (content === null) return changePolicy(call, deps, change);
  const label = t('moderation:confirm.useChannel');
  return confirmPolicyChange(call, deps, { content, changes: [{ label, change }], check });
}

function channelText(channelId: string | null, defaultChannel: string, t: Translate): string {
  return channelId === null
    ? t('moderation:reply.status.defaultChannel', { channel: defuse(defaultChannel, 100) })
    : `<#${channelId}>`;
}
