/* What /doctor says about what Discord grants the bot. Names in here are defused by whoever fills them in. */

const ROLES = 'Server Settings → Roles';

export const checkUp = {
  more: (count: number): string => `and ${count} more`,
  intents: {
    members: 'Server Members Intent',
    content: 'Message Content Intent',
    fine: 'Both privileged intents are switched on.',
    missing: (name: string): string => `The “${name}” is switched off.`,
    mend: (name: string): string =>
      `Whoever runs the bot switches “${name}” on in the developer portal (page Bot → Privileged Gateway Intents).`,
  },
  permissions: {
    fine: 'The bot has every permission it uses.',
    missing: (names: string): string => `The bot lacks permissions: ${names}.`,
    mend: (botRole: string): string => `Switch them on for the role ${botRole} (${ROLES}).`,
  },
  hierarchy: {
    fine: 'The bot’s role stands above all roles that are no moderators’.',
    above: (names: string): string =>
      `The bot can’t time out, kick or ban members with these roles: ${names}.`,
    mend: (botRole: string): string => `Drag ${botRole} above them (${ROLES}).`,
    unknown: 'Discord has not told the bot which roles it has.',
    unknownMend: 'Ask again in a minute.',
  },
  channels: {
    fine: (count: number): string => `The bot can read and moderate all ${count} channels.`,
    lacking: (lines: string): string => `The bot lacks permissions in some channels:\n${lines}`,
    mend: (botRole: string): string =>
      `Allow them to the role ${botRole} in these channels, or exempt what it need not look at (\`/moderation exempt\`).`,
  },
  alerts: {
    fine: (channel: string): string => `Alerts go to ${channel}, which not everyone sees.`,
    unusable: (reason: string): string => `Alerts can’t be posted: ${reason}`,
    open: (channel: string): string => `Everyone can read the alerts in ${channel}.`,
    mend: 'Take “View Channel” from @everyone there, and allow it to your moderators and the bot.',
  },
  keywords: {
    fine: (channel: string): string => `Keyword alerts go to ${channel}.`,
    unusable: (reason: string): string => `Keyword alerts can’t be posted: ${reason}`,
    pings: (role: string): string => `Keyword alerts ping ${role}.`,
    silent: (role: string): string =>
      `Keyword alerts name ${role}, but Discord does not let the bot ping it.`,
    silentMend: (role: string): string =>
      `Let anyone mention ${role} (Server Settings → Roles), or allow the bot “Mention @everyone, @here and All Roles” in that channel.`,
    roleGone: (id: string): string =>
      `The role that keyword alerts ping does not exist any more (${id}).`,
    roleGoneMend: 'Set another one (`/keywords alerts role:`).',
  },
  rules: {
    gone: (id: string): string => `A rule hands out a role that does not exist any more (${id}).`,
    goneMend: 'Set that rule anew (`/moderation map set`).',
    above: (role: string): string => `A rule hands out ${role}, which is not below the bot’s role.`,
  },
  exempt: {
    gone: (ids: string): string =>
      `Exemptions name roles or channels that do not exist any more: ${ids}.`,
    mend: 'They do no harm; `/moderation status` shows what is exempt.',
  },
};
