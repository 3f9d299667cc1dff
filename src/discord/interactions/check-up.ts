import {
  ApplicationFlags,
  ChannelType,
  PermissionFlagsBits,
  type Guild,
  type GuildBasedChannel,
  type Role,
} from 'discord.js';
import type { Effect } from '../../moderation/effects.ts';
import type { Policy } from '../../moderation/policy.ts';
import { botRoleName, ownPermissionsIn } from '../facts.ts';
import { moderatorChannelOf } from '../moderator-channel.ts';
import {
  holds,
  isModerating,
  NEEDED,
  permissionName,
  type NeededPermission,
} from '../permissions.ts';
import { defuse } from '../text.ts';
import { checkUp as texts } from './check-up-texts.ts';

/** One thing that was looked at: what was found, and what to do where it is not as it should be. */
export type Finding =
  | { readonly state: 'fine'; readonly what: string }
  | { readonly state: 'warning' | 'failure'; readonly what: string; readonly mend: string };

const fine = (what: string): Finding => ({ state: 'fine', what });
const warning = (what: string, mend: string): Finding => ({ state: 'warning', what, mend });
const failure = (what: string, mend: string): Finding => ({ state: 'failure', what, mend });

/** What the bot does in every channel with messages. */
const IN_CHANNELS: readonly NeededPermission[] = [
  'ViewChannel',
  'ReadMessageHistory',
  'ManageMessages',
];

/** More names than these help nobody. */
const MAX_NAMES = 10;

/**
 * Looks at all that Discord must grant the bot in a guild: intents, permissions, its place among the roles, channels, and
 * what the guild's settings name. Throws what discord.js throws where Discord does not answer.
 */
export async function checkUp(
  guild: Guild,
  policy: Policy,
  defaultChannel: string,
): Promise<Finding[]> {
  return [
    ...(await intents(guild)),
    permissions(guild),
    hierarchy(guild),
    channels(guild, policy),
    moderatorChannel(guild, policy, defaultChannel),
    ...keywordChannel(guild, policy),
    ...keywordRole(guild, policy, defaultChannel),
    ...settings(guild, policy),
  ];
}

/** The session may outlive the switches: without them the next start fails. */
async function intents(guild: Guild): Promise<Finding[]> {
  const { flags } = await guild.client.application.fetch();
  const missing = [
    {
      name: texts.intents.members,
      any: [ApplicationFlags.GatewayGuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
    },
    {
      name: texts.intents.content,
      any: [ApplicationFlags.GatewayMessageContent, ApplicationFlags.GatewayMessageContentLimited],
    },
  ].filter(({ any }) => !any.some((flag) => flags.has(flag)));
  if (missing.length === 0) return [fine(texts.intents.fine)];
  return missing.map(({ name }) => failure(texts.intents.missing(name), texts.intents.mend(name)));
}

function permissions(guild: Guild): Finding {
  const own = guild.members.me?.permissions.bitfield ?? 0n;
  const missing = NEEDED.filter((permission) => !holds(own, permission)).map(permissionName);
  if (missing.length === 0) return fine(texts.permissions.fine);
  return failure(
    texts.permissions.missing(missing.join(', ')),
    texts.permissions.mend(named(botRoleName(guild))),
  );
}

/** Roles whose members the bot cannot act on, though they are no moderators. */
function hierarchy(guild: Guild): Finding {
  const highest = guild.members.me?.roles.highest;
  if (highest === undefined) return warning(texts.hierarchy.unknown, texts.hierarchy.unknownMend);
  const above = guild.roles.cache.filter(
    (role) =>
      role.comparePositionTo(highest) >= 0 &&
      role.id !== highest.id &&
      !role.managed &&
      !isModerating(role.permissions.bitfield),
  );
  if (above.size === 0) return fine(texts.hierarchy.fine);
  const names = list(above.map(({ name }: Role) => named(name)));
  return warning(texts.hierarchy.above(names), texts.hierarchy.mend(named(highest.name)));
}

function channels(guild: Guild, policy: Policy): Finding {
  const watched = guild.channels.cache.filter((channel) => isWatched(channel, policy));
  const lacking = watched.filter((channel) => missingIn(channel).length > 0);
  if (lacking.size === 0) return fine(texts.channels.fine(watched.size));
  const lines = lacking.map((channel) => `<#${channel.id}>: ${missingIn(channel).join(', ')}`);
  return warning(
    texts.channels.lacking(list(lines, '\n')),
    texts.channels.mend(named(botRoleName(guild))),
  );
}

function isWatched(channel: GuildBasedChannel, { exemptChannelIds }: Policy): boolean {
  if (channel.isThread() || channel.type === ChannelType.GuildCategory) return false;
  const isExempt = [channel.id, channel.parentId].some(
    (id) => id !== null && exemptChannelIds.includes(id),
  );
  return !isExempt && (channel.isTextBased() || channel.isThreadOnly());
}

function missingIn(channel: GuildBasedChannel): string[] {
  const own = ownPermissionsIn(channel) ?? 0n;
  return IN_CHANNELS.filter((permission) => !holds(own, permission)).map(permissionName);
}

function moderatorChannel(guild: Guild, policy: Policy, defaultChannel: string): Finding {
  const found = moderatorChannelOf(guild, policy, defaultChannel);
  if (found.kind === 'unusable') {
    return failure(texts.alerts.unusable(found.refusal.reason), found.refusal.mend);
  }
  const { channel } = found;
  const everyone = channel.permissionsFor(guild.roles.everyone);
  if (everyone.has(PermissionFlagsBits.ViewChannel)) {
    return warning(texts.alerts.open(`<#${channel.id}>`), texts.alerts.mend);
  }
  return fine(texts.alerts.fine(`<#${channel.id}>`));
}

function keywordChannel(guild: Guild, { keywords }: Policy): Finding[] {
  if (keywords.channelId === null) return [];
  const found = moderatorChannelOf(guild, { moderatorChannelId: keywords.channelId }, '');
  return found.kind === 'unusable'
    ? [failure(texts.keywords.unusable(found.refusal.reason), found.refusal.mend)]
    : [fine(texts.keywords.fine(`<#${found.channel.id}>`))];
}

/** Discord pings a role for the bot only where anybody may mention it, or the bot may mention everyone. */
function keywordRole(guild: Guild, policy: Policy, defaultChannel: string): Finding[] {
  const { channelId, roleId } = policy.keywords;
  if (roleId === null) return [];
  const role = guild.roles.cache.get(roleId);
  if (role === undefined) {
    return [warning(texts.keywords.roleGone(roleId), texts.keywords.roleGoneMend)];
  }
  const moderatorChannelId = channelId ?? policy.moderatorChannelId;
  const found = moderatorChannelOf(guild, { moderatorChannelId }, defaultChannel);
  // That is a finding already.
  if (found.kind === 'unusable') return [];
  const own = ownPermissionsIn(found.channel) ?? 0n;
  const name = named(role.name);
  return role.mentionable || (own & PermissionFlagsBits.MentionEveryone) !== 0n
    ? [fine(texts.keywords.pings(name))]
    : [warning(texts.keywords.silent(name), texts.keywords.silentMend(name))];
}

/** What the settings name must be there, and the bot must be able to hand out the roles of its rules. */
function settings(guild: Guild, policy: Policy): Finding[] {
  const highest = guild.members.me?.roles.highest;
  const given = [
    ...Object.values(policy.rules).flat(),
    ...policy.ladder.rungs.map(({ effect }) => effect),
  ].flatMap(roleOf);
  const findings: Finding[] = [];
  for (const id of new Set(given)) {
    const role = guild.roles.cache.get(id);
    if (role === undefined) findings.push(failure(texts.rules.gone(id), texts.rules.goneMend));
    else if (highest !== undefined && role.comparePositionTo(highest) >= 0) {
      const name = named(role.name);
      findings.push(failure(texts.rules.above(name), texts.hierarchy.mend(named(highest.name))));
    }
  }
  const exempt = [
    ...policy.exemptRoleIds.filter((id) => !guild.roles.cache.has(id)),
    ...policy.exemptChannelIds.filter((id) => !guild.channels.cache.has(id)),
  ];
  if (exempt.length > 0) {
    findings.push(warning(texts.exempt.gone(list(exempt)), texts.exempt.mend));
  }
  return findings;
}

function roleOf(effect: Effect): string[] {
  return 'roleId' in effect ? [effect.roleId] : [];
}

function named(name: string): string {
  return `“${defuse(name, 100)}”`;
}

function list(names: readonly string[], separator = ', '): string {
  const shown = names.slice(0, MAX_NAMES).join(separator);
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${shown}${separator}${texts.more(rest)}` : shown;
}
