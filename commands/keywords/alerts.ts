import { ButtonStyle, PermissionFlagsBits, type APIEmbedField } from 'discord.js';
import {
  type CommandDeps,
  defuse,
  type Policy,
  type Reply,
  type SlashCall,
  type Translate,
  type WebhookState,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { audienceQuestion } from '../shared/audience.ts';
import { checkMayPing } from '../shared/ping.ts';
import { keywordAlertState, type AlertState } from './alert-state.ts';

/** Changes the channel and ping of keyword alerts, or shows them and the state of delivery. */
export async function setAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t } = call;
  const before = await deps.policies.get(call.guild.id);
  const { channelId } = chosenSettings(call, before.keywords);
  const content =
    channelId === null || channelId === before.keywords.channelId
      ? null
      : audienceQuestion(call, { channelId, fallback: deps.moderatorChannel });
  const change = (by: Changer): Promise<Reply> =>
    changeAlerts(by, (latest) => chosenSettings(call, latest), deps);
  if (content === null) return change(call);
  const choice = {
    label: t('moderation:confirm.useChannel'),
    style: ButtonStyle.Danger,
    run: change,
  } as const;
  return deps.questions.ask(call, { content, choices: [choice] });
}

type Changer = Pick<SlashCall, 'guild' | 'by' | 'signal' | 't' | 'mention' | 'show'>;

async function changeAlerts(
  call: Changer,
  choose: (latest: Policy['keywords']) => Policy['keywords'],
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, by, signal, t } = call;
  const { policies, announce, moderatorChannel } = deps;
  const { policy, isChanged } = await policies.update(guild.id, (before) => {
    const keywords = choose(before.keywords);
    return keywords === before.keywords
      ? { policy: before, isChanged: false }
      : { policy: { ...before, keywords }, isChanged: true };
  });
  const { keywords, moderatorChannelId } = policy;
  if (isChanged) {
    const user = defuse(by.name, 100);
    announce(guild.id, (server) => {
      const values = { user, channel: channelOf(keywords, server), role: roleOf(keywords, server) };
      return server('keywords:reply.alerts.changed', values);
    });
  }
  const moderators =
    moderatorChannelId === null ? `#${defuse(moderatorChannel, 100)}` : `<#${moderatorChannelId}>`;
  const fields = [
    {
      name: t('keywords:reply.alerts.channel'),
      value:
        keywords.channelId === null
          ? t('keywords:reply.alerts.moderatorChannelNamed', { channel: moderators })
          : channelOf(keywords, t),
    },
    { name: t('keywords:reply.alerts.role'), value: roleOf(keywords, t) },
    {
      name: t('keywords:reply.alerts.service'),
      value: stateOf(await keywordAlertState({ signal, t }, deps), call),
    },
    ...webhookFields(deps.webhookState(), call),
  ];
  return { embeds: [{ title: t('keywords:reply.alerts.title'), fields }] };
}

/** Returns the same object when nothing changes. */
function chosenSettings(call: SlashCall, before: Policy['keywords']): Policy['keywords'] {
  const { interaction, guild, t } = call;
  const { options } = interaction;
  const channel = options.getChannel('channel');
  const role = options.getRole('role');
  if (options.getBoolean('reset') === true) {
    if (channel !== null || role !== null) {
      throw new UserError(t('keywords:reply.problem.resetAlone'));
    }
    return { channelId: null, roleId: null };
  }
  if (channel === null && role === null) return before;
  if (channel !== null) {
    const permissions =
      guild.members.me === null
        ? null
        : guild.channels.cache.get(channel.id)?.permissionsFor(guild.members.me);
    if (!permissions?.has(POSTING)) {
      throw new UserError(t('keywords:reply.problem.channel', { channel: `<#${channel.id}>` }));
    }
  }
  if (role !== null) {
    if (role.id === guild.id) throw new UserError(t('keywords:reply.problem.everyone'));
    checkMayPing(call, role);
  }
  return { channelId: channel?.id ?? before.channelId, roleId: role?.id ?? before.roleId };
}

const POSTING = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.EmbedLinks,
];

function channelOf({ channelId }: Policy['keywords'], t: Translate): string {
  return channelId === null ? t('keywords:reply.alerts.moderatorChannel') : `<#${channelId}>`;
}

function roleOf({ roleId }: Policy['keywords'], t: Translate): string {
  return roleId === null ? t('keywords:reply.alerts.nobody') : `<@&${roleId}>`;
}

/** Alerts can be on at the service and still not arrive. */
function webhookFields({ kind, detail }: WebhookState, { t, show }: Changer): APIEmbedField[] {
  return kind === 'ready'
    ? []
    : [{ name: t('keywords:reply.alerts.webhook'), value: show(detail) }];
}

function stateOf(state: AlertState, { t, mention }: Changer): string {
  switch (state.kind) {
    case 'unknown':
      return t('keywords:reply.alerts.unknown', { reason: state.reason });
    case 'on':
      return t('keywords:reply.alerts.on');
    case 'off':
      return t('keywords:reply.alerts.off', { command: mention('doctor') });
  }
}
