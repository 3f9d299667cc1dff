import { channelMention, TextInputStyle } from 'discord.js';
import {
  channelProblem,
  MAX_LOG_DAYS,
  type CommandDeps,
  type Policy,
  type Reply,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { changePolicy, confirmPolicyChange, type Change } from '../moderation/change.ts';
import { audienceQuestion, LOG_AUDIENCE } from '../shared/audience.ts';
import { listed } from '../shared/listed.ts';
import { ALERT_CHANNELS } from './channel.ts';
import {
  MAX_SELECTED,
  MESSAGE_CHANNELS,
  withSelected,
  type Control,
  type Setting,
  type SettingCall,
} from './setting.ts';

const SHOWN_LENGTH = 150;

type Choices = Pick<Policy['messageLog'], 'excludedChannelIds' | 'includedChannelIds'>;

function choosing(list: keyof Choices, name: 'excluded' | 'included'): Control {
  return {
    kind: 'channels',
    name: `message-log:setting.${name}`,
    types: MESSAGE_CHANNELS,
    max: MAX_SELECTED,
    chosen: ({ messageLog }) => messageLog[list],
    change: (call, deps, ids) =>
      changeChoices(call, deps, (latest) => {
        const chosen = withSelected(latest[list], ids);
        const others = (from: readonly string[]): string[] =>
          from.filter((id) => !chosen.includes(id));
        return {
          excludedChannelIds: others(latest.excludedChannelIds),
          includedChannelIds: others(latest.includedChannelIds),
          [list]: chosen,
        };
      }),
  };
}

export const messageLogSetting: Setting = {
  name: 'message-log:setting.name',
  explanation: 'message-log:setting.explanation',
  value: ({ policy, t }) => settingText(policy, t),
  controls: [
    {
      kind: 'channels',
      name: 'message-log:setting.channel',
      types: ALERT_CHANNELS,
      max: 1,
      chosen: ({ messageLog: { channelId } }) => (channelId === null ? [] : [channelId]),
      change: (call, deps, [channelId]) =>
        channelId === undefined
          ? turnLogOff(call, deps)
          : turnLogOn(call, deps, { channelId, days: null }),
    },
    choosing('excludedChannelIds', 'excluded'),
    choosing('includedChannelIds', 'included'),
    {
      kind: 'form',
      name: 'settings:change',
      inputs: [
        {
          id: 'days',
          label: 'message-log:setting.days',
          style: TextInputStyle.Short,
          maxLength: 2,
          isRequired: true,
        },
      ],
      change: (call, deps, { days }) =>
        turnLogOn(call, deps, { channelId: null, days: Number(days) }),
    },
  ],
};

function settingText({ messageLog }: Policy, t: Translate): string {
  const { channelId, days, excludedChannelIds, includedChannelIds } = messageLog;
  if (channelId === null) return t('message-log:setting.off');
  const channels = (ids: readonly string[]): string =>
    listed(ids.map(channelMention), { separator: ', ', maxLength: SHOWN_LENGTH }, t);
  return [
    t('message-log:setting.on', { channel: channelMention(channelId), count: days }),
    ...(excludedChannelIds.length === 0
      ? []
      : [t('message-log:setting.without', { channels: channels(excludedChannelIds) })]),
    ...(includedChannelIds.length === 0
      ? []
      : [t('message-log:setting.with', { channels: channels(includedChannelIds) })]),
  ].join('; ');
}

/** Null: as it was. Asks first if people besides the moderators can read the channel. */
export async function turnLogOn(
  call: SettingCall,
  deps: CommandDeps,
  wanted: { readonly channelId: string | null; readonly days: number | null },
): Promise<Reply> {
  const { guild, t } = call;
  const { messageLog } = await deps.policies.get(guild.id);
  const channelId = wanted.channelId ?? messageLog.channelId;
  if (channelId === null) throw new UserError(t('message-log:reply.isOff'));
  if (wanted.days !== null && !isNumberOfDays(wanted.days)) {
    throw new UserError(t('message-log:reply.days'));
  }
  const check = ({ show }: Pick<SettingCall, 'show'>): void => {
    const problem = channelProblem(guild, channelId);
    if (problem !== null) throw new UserError(`${show(problem.reason)} ${show(problem.fix)}`);
  };
  check(call);
  const change = (policy: Policy): Change => {
    const days = wanted.days ?? policy.messageLog.days;
    return {
      policy: { ...policy, messageLog: { ...policy.messageLog, channelId, days } },
      describe: (reader) =>
        reader('message-log:reply.on', { channel: channelMention(channelId), count: days }),
    };
  };
  const question =
    channelId === messageLog.channelId
      ? null
      : audienceQuestion(call, { channelId, fallback: '' }, LOG_AUDIENCE);
  if (question === null) return changePolicy(call, deps, change);
  const label = t('message-log:reply.useChannel');
  return confirmPolicyChange(call, deps, {
    content: question,
    changes: [{ label, change }],
    check,
  });
}

export function turnLogOff(call: SettingCall, deps: CommandDeps): Promise<Reply> {
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, messageLog: { ...policy.messageLog, channelId: null } },
    describe: (reader) => reader('message-log:reply.off'),
  }));
}

/** Names the channels for which something changes. */
export function changeChoices(
  call: SettingCall,
  deps: CommandDeps,
  change: (latest: Choices) => Choices,
): Promise<Reply> {
  return changePolicy(call, deps, (policy) => {
    const before = policy.messageLog;
    const after = change(before);
    const added = (list: keyof Choices): string[] =>
      after[list].filter((id) => !before[list].includes(id));
    const automatic = [...before.excludedChannelIds, ...before.includedChannelIds].filter(
      (id) => !after.excludedChannelIds.includes(id) && !after.includedChannelIds.includes(id),
    );
    const changes = [
      ['never', added('excludedChannelIds')],
      ['always', added('includedChannelIds')],
      ['automatic', automatic],
    ] as const;
    return {
      policy: { ...policy, messageLog: { ...before, ...after } },
      describe: (reader) =>
        changes
          .filter(([, ids]) => ids.length > 0)
          .map(([kind, ids]) =>
            reader(`message-log:reply.${kind}`, { channels: ids.map(channelMention) }),
          )
          .join(' '),
    };
  });
}

function isNumberOfDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MAX_LOG_DAYS;
}
