import {
  ChannelType,
  channelMention,
  PermissionFlagsBits,
  type Guild,
  type GuildBasedChannel,
  type Role,
} from 'discord.js';
import type { EnglishCatalogue } from '../locales/english.ts';
import type { Translate } from '../locales/translate.ts';
import type { Effect } from '../domain/effects.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { botRoleName, ownPermissionsIn } from '../access/action-context.ts';
import { missingIntents } from '../access/intents.ts';
import { moderatorChannelOf } from '../posts/alerts/moderator-channel.ts';
import {
  hasPermission,
  hasModeratorPermission,
  REQUIRED_PERMISSIONS,
  permissionName,
  type RequiredPermission,
} from '../access/permissions.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { defuse } from '../rendering/sanitize.ts';

/** The result of one check, as markdown, and how to fix a problem. */
export type Finding =
  | { readonly state: 'fine'; readonly text: string }
  | { readonly state: 'warning' | 'failure'; readonly text: string; readonly fix: string };

const fine = (text: string): Finding => ({ state: 'fine', text });
const warning = (text: string, fix: string): Finding => ({ state: 'warning', text, fix });
const failure = (text: string, fix: string): Finding => ({ state: 'failure', text, fix });

/** Permissions that the bot needs in every channel with messages. */
const CHANNEL_PERMISSIONS: readonly RequiredPermission[] = [
  'ViewChannel',
  'ReadMessageHistory',
  'ManageMessages',
];

/** How many names a list shows. */
const MAX_NAMES = 10;

interface Setup {
  readonly guild: Guild;
  readonly policy: Policy;
  /** The value of `MODERATOR_CHANNEL`. */
  readonly defaultChannel: string;
  readonly renderer: Renderer;
}

/** The names of the checks in the catalogue. */
export type CheckName = keyof EnglishCatalogue['doctor']['reply']['check'];

/** One check. Throws the errors of discord.js if Discord does not answer. */
export interface Check {
  readonly name: CheckName;
  readonly run: () => readonly Finding[] | Promise<readonly Finding[]>;
}

/** The checks of what Discord must grant the bot in a guild (intents, permissions, role order, channels) and of what the settings name. */
export function diagnosticsOf(
  reader: Renderer & { readonly guild: Guild },
  policy: Policy,
  defaultChannel: string,
): Check[] {
  const setup = { guild: reader.guild, policy, defaultChannel, renderer: reader };
  return [
    { name: 'intents', run: () => checkIntents(setup) },
    { name: 'permissions', run: () => [checkPermissions(setup)] },
    { name: 'hierarchy', run: () => [checkHierarchy(setup)] },
    { name: 'channels', run: () => [checkChannels(setup)] },
    { name: 'alerts', run: () => [checkModeratorChannel(setup)] },
    { name: 'keywordChannel', run: () => checkKeywordChannel(setup) },
    { name: 'keywordRole', run: () => checkKeywordRole(setup) },
    { name: 'rules', run: () => [...checkRules(setup), ...checkConditions(setup)] },
    { name: 'exemptions', run: () => checkExemptions(setup) },
  ];
}

/** Checked because a running session survives turning them off, but the next start fails. */
async function checkIntents({ guild, renderer: { t } }: Setup): Promise<Finding[]> {
  const { flags } = await guild.client.application.fetch();
  const missing = missingIntents(flags.bitfield).map((name) => t(`diagnostics:intents.${name}`));
  if (missing.length === 0) return [fine(t('diagnostics:intents.fine'))];
  return missing.map((intent) =>
    failure(t('diagnostics:intents.missing', { intent }), t('diagnostics:intents.fix', { intent })),
  );
}

function checkPermissions({ guild, renderer: { t, show } }: Setup): Finding {
  const own = guild.members.me?.permissions.bitfield ?? 0n;
  const missing = REQUIRED_PERMISSIONS.filter((permission) => !hasPermission(own, permission));
  if (missing.length === 0) return fine(t('diagnostics:permissions.fine'));
  const permissions = missing.map((permission) => show(permissionName(permission))).join(', ');
  return failure(
    t('diagnostics:permissions.missing', { permissions }),
    t('diagnostics:permissions.fix', { botRole: nameOf(botRoleName(guild)) }),
  );
}

/** The bot cannot act on members with a role above its own. Moderator roles may be above it. */
function checkHierarchy({ guild, renderer: { t } }: Setup): Finding {
  const highest = guild.members.me?.roles.highest;
  if (highest === undefined) {
    return warning(t('diagnostics:hierarchy.unknown'), t('diagnostics:hierarchy.unknownFix'));
  }
  const above = guild.roles.cache.filter(
    (role) =>
      role.comparePositionTo(highest) >= 0 &&
      role.id !== highest.id &&
      !role.managed &&
      !hasModeratorPermission(role.permissions.bitfield),
  );
  if (above.size === 0) return fine(t('diagnostics:hierarchy.fine'));
  const roles = list(
    t,
    above.map(({ name }: Role) => t('common:quoted', { text: nameOf(name) })),
  );
  return warning(
    t('diagnostics:hierarchy.above', { roles }),
    t('diagnostics:hierarchy.fix', { botRole: nameOf(highest.name) }),
  );
}

function checkChannels({ guild, policy, renderer }: Setup): Finding {
  const { t, show, mention } = renderer;
  const watched = guild.channels.cache.filter((channel) => isWatched(channel, policy));
  const lines = [...watched.values()].flatMap((channel) => {
    const missing = missingIn(channel).map((permission) => show(permissionName(permission)));
    return missing.length === 0 ? [] : [`${channelMention(channel.id)}: ${missing.join(', ')}`];
  });
  if (lines.length === 0) return fine(t('diagnostics:channels.fine', { count: watched.size }));
  return warning(
    t('diagnostics:channels.missing', { channels: list(t, lines, '\n') }),
    t('diagnostics:channels.fix', {
      botRole: nameOf(botRoleName(guild)),
      command: mention('moderation exempt'),
    }),
  );
}

function isWatched(channel: GuildBasedChannel, { exemptChannelIds }: Policy): boolean {
  if (channel.isThread() || channel.type === ChannelType.GuildCategory) return false;
  const isExempt = [channel.id, channel.parentId].some(
    (id) => id !== null && exemptChannelIds.includes(id),
  );
  return !isExempt && (channel.isTextBased() || channel.isThreadOnly());
}

function missingIn(channel: GuildBasedChannel): RequiredPermission[] {
  const own = ownPermissionsIn(channel) ?? 0n;
  return CHANNEL_PERMISSIONS.filter((permission) => !hasPermission(own, permission));
}

function checkModeratorChannel({ guild, policy, defaultChannel, renderer }: Setup): Finding {
  const { t, show } = renderer;
  const result = moderatorChannelOf(guild, policy, defaultChannel);
  if (result.kind === 'unusable') {
    const { reason, fix } = result.refusal;
    return failure(t('diagnostics:alerts.unusable', { reason: show(reason) }), show(fix));
  }
  const everyone = result.channel.permissionsFor(guild.roles.everyone);
  const channel = channelMention(result.channel.id);
  return everyone.has(PermissionFlagsBits.ViewChannel)
    ? warning(t('diagnostics:alerts.public', { channel }), t('diagnostics:alerts.fix'))
    : fine(t('diagnostics:alerts.fine', { channel }));
}

function checkKeywordChannel({ guild, policy, renderer: { t, show } }: Setup): Finding[] {
  const { channelId } = policy.keywords;
  if (channelId === null) return [];
  const result = moderatorChannelOf(guild, { moderatorChannelId: channelId }, '');
  if (result.kind === 'found') {
    return [fine(t('diagnostics:keywords.fine', { channel: channelMention(result.channel.id) }))];
  }
  const { reason, fix } = result.refusal;
  return [failure(t('diagnostics:keywords.unusable', { reason: show(reason) }), show(fix))];
}

/** Discord pings a role only if anybody may mention it, or the bot may mention everyone. */
function checkKeywordRole({ guild, policy, defaultChannel, renderer }: Setup): Finding[] {
  const { t, mention } = renderer;
  const { channelId, roleId } = policy.keywords;
  if (roleId === null) return [];
  const role = guild.roles.cache.get(roleId);
  if (role === undefined) {
    const fix = t('diagnostics:keywords.roleGoneFix', { command: mention('keywords alerts') });
    return [warning(t('diagnostics:keywords.roleGone', { id: roleId }), fix)];
  }
  const moderatorChannelId = channelId ?? policy.moderatorChannelId;
  const result = moderatorChannelOf(guild, { moderatorChannelId }, defaultChannel);
  // Another check already reports that.
  if (result.kind === 'unusable') return [];
  const own = ownPermissionsIn(result.channel) ?? 0n;
  const names = { role: nameOf(role.name) };
  return role.mentionable || (own & PermissionFlagsBits.MentionEveryone) !== 0n
    ? [fine(t('diagnostics:keywords.pings', names))]
    : [
        warning(
          t('diagnostics:keywords.silent', names),
          t('diagnostics:keywords.silentFix', names),
        ),
      ];
}

/** The roles in the rules must exist, and the bot must be able to assign them. */
function checkRules({ guild, policy, renderer: { t, mention } }: Setup): Finding[] {
  const highest = guild.members.me?.roles.highest;
  const roleIds = [
    ...policy.rules.flatMap(({ effects }) => effects),
    ...policy.escalation.steps.map(({ effect }) => effect),
  ].flatMap(roleOf);
  return [...new Set(roleIds)].flatMap((id) => {
    const role = guild.roles.cache.get(id);
    if (role === undefined) {
      const fix = t('diagnostics:rules.roleGoneFix', { command: mention('moderation rule edit') });
      return [failure(t('diagnostics:rules.roleGone', { id }), fix)];
    }
    if (highest === undefined || role.comparePositionTo(highest) < 0) return [];
    return [
      failure(
        t('diagnostics:rules.above', { role: nameOf(role.name) }),
        t('diagnostics:rules.aboveFix', { botRole: nameOf(highest.name) }),
      ),
    ];
  });
}

/** Rules for channels or roles that are all gone. */
function checkConditions({ guild, policy, renderer: { t, mention } }: Setup): Finding[] {
  const areGone = (ids: readonly string[] | undefined, isThere: (id: string) => boolean): boolean =>
    ids !== undefined && !ids.some(isThere);
  return policy.rules.flatMap(({ name, when: { channelIds, roleIds } }) =>
    areGone(channelIds, (id) => guild.channels.cache.has(id)) ||
    areGone(roleIds, (id) => guild.roles.cache.has(id))
      ? [
          warning(
            t('diagnostics:rules.idle', { rule: nameOf(name) }),
            t('diagnostics:rules.idleFix', { command: mention('moderation rule edit') }),
          ),
        ]
      : [],
  );
}

function checkExemptions({ guild, policy, renderer: { t, mention } }: Setup): Finding[] {
  const gone = [
    ...policy.exemptRoleIds.filter((id) => !guild.roles.cache.has(id)),
    ...policy.exemptChannelIds.filter((id) => !guild.channels.cache.has(id)),
  ];
  if (gone.length === 0) return [];
  return [
    warning(
      t('diagnostics:exempt.gone', { ids: list(t, gone) }),
      t('diagnostics:exempt.fix', { command: mention('moderation status') }),
    ),
  ];
}

function roleOf(effect: Effect): string[] {
  return 'roleId' in effect ? [effect.roleId] : [];
}

function nameOf(name: string): string {
  return defuse(name, 100);
}

function list(t: Translate, names: readonly string[], separator = ', '): string {
  const shown = names.slice(0, MAX_NAMES).join(separator);
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${shown}${separator}${t('diagnostics:more', { count: rest })}` : shown;
}
