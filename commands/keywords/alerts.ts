import { PermissionFlagsBits, type APIEmbedField } from 'discord.js';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { Policy } from '../../src/moderation/policy.ts';
import type { WebhookState } from '../../src/moderation/webhook-state.ts';
import type { CommandDeps } from '../deps.ts';
import { alerts as texts, options, problems } from '../texts/keywords.ts';
import { keywordAlertState, type AlertState } from './alert-state.ts';

/** Sets where keyword alerts go and whom they ping, as far as given, and shows how that stands. */
export async function setAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal } = call;
  const { policies, announce, moderatorChannel } = deps;
  const { policy, isChanged } = await policies.update(guild.id, (before) => {
    const keywords = wanted(call, before.keywords);
    return keywords === before.keywords
      ? { policy: before, isChanged: false }
      : { policy: { ...before, keywords }, isChanged: true };
  });
  const { keywords, moderatorChannelId } = policy;
  if (isChanged) {
    const said = texts.changed(defuse(by.name, 100), channelOf(keywords), roleOf(keywords));
    announce(guild.id, said);
  }
  const moderators =
    moderatorChannelId === null ? `#${defuse(moderatorChannel, 100)}` : `<#${moderatorChannelId}>`;
  const fields = [
    {
      name: texts.channel,
      value:
        keywords.channelId === null ? `${texts.sameChannel} (${moderators})` : channelOf(keywords),
    },
    { name: texts.role, value: roleOf(keywords) },
    { name: texts.state, value: stateOf(await keywordAlertState(signal, deps)) },
    ...webhookFields(deps.webhookState()),
  ];
  return { embeds: [{ title: texts.title, fields }] };
}

/** The very settings there were where nothing is to be changed. */
function wanted({ interaction, guild }: SlashCall, before: Policy['keywords']): Policy['keywords'] {
  const { options: given, member } = interaction;
  const channel = given.getChannel(options.channel.name.en);
  const role = given.getRole(options.role.name.en);
  if (given.getBoolean(options.reset.name.en) === true) {
    if (channel !== null || role !== null) throw new UserError(problems.resetAlone);
    return { channelId: null, roleId: null };
  }
  if (channel === null && role === null) return before;
  if (channel !== null) {
    const mine =
      guild.members.me === null
        ? null
        : guild.channels.cache.get(channel.id)?.permissionsFor(guild.members.me);
    if (!mine?.has(POSTING)) throw new UserError(problems.channel(`<#${channel.id}>`));
  }
  if (role !== null) {
    if (role.id === guild.id) throw new UserError(problems.everyone);
    const mayPing = role.mentionable || member.permissions.has(PermissionFlagsBits.MentionEveryone);
    if (!mayPing) throw new UserError(problems.role(`<@&${role.id}>`));
  }
  return { channelId: channel?.id ?? before.channelId, roleId: role?.id ?? before.roleId };
}

const POSTING = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.EmbedLinks,
];

function channelOf({ channelId }: Policy['keywords']): string {
  return channelId === null ? texts.sameChannel : `<#${channelId}>`;
}

function roleOf({ roleId }: Policy['keywords']): string {
  return roleId === null ? texts.nobody : `<@&${roleId}>`;
}

/** What keeps alerts from coming, though the service may be willing to send them. */
function webhookFields({ kind, detail }: WebhookState): APIEmbedField[] {
  return kind === 'ready' ? [] : [{ name: texts.webhook, value: defuse(detail, 600) }];
}

function stateOf(state: AlertState): string {
  return state.kind === 'unknown' ? texts.unknown(state.why) : texts[state.kind];
}
