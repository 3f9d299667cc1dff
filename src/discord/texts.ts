import type { EffectKind } from '../moderation/effects.ts';

/*
 * Every sentence members and moderators read. Names in here are plain; whoever shows a text defuses it.
 */

/** What happened to an effect, and what a moderator can do about it. */
export interface Refusal {
  readonly reason: string;
  readonly mend: string;
}

/** Completes "The bot could not …" and "would …". */
export const doing: Record<EffectKind, string> = {
  delete: 'delete the message',
  notice: 'send the author a direct message',
  addRole: 'give the author a role',
  removeRole: 'take a role from the author',
  timeout: 'time the author out',
  kick: 'kick the author',
  ban: 'ban the author',
  alert: 'post the alert',
};

export const done: Record<EffectKind, string> = {
  delete: 'Message deleted',
  notice: 'Author told why, by direct message',
  addRole: 'Role given to the author',
  removeRole: 'Role taken from the author',
  timeout: 'Author timed out',
  kick: 'Author kicked',
  ban: 'Author banned',
  alert: 'Alert posted',
};

/** "Done", with a word more. */
export const details = {
  messageGone: 'It was gone already.',
  postDeleted: 'The whole post was deleted: its title stood in it.',
  threadDeleted: 'The thread it announced was deleted with it: the title is the same.',
  threadStands: (permission: string): string =>
    `The thread it announced still stands under its title: the bot needs “${permission}” to delete it.`,
  threadNotTheirs: (permission: string): string =>
    `The thread it announced still stands under its title: whoever deleted the message lacks “${permission}”.`,
  channelGone: 'Its channel is gone, and the message with it.',
  memberGone: 'The author had left already.',
  accountGone: 'The account no longer exists.',
  roleGone: 'The role no longer exists.',
  roleAlready: 'The author had it already.',
  roleNotThere: 'The author did not have it.',
  silentAlready: 'The author is timed out for at least as long already.',
  postedAlready: 'It was posted before a restart.',
  notBanned: 'They were not banned.',
};

const SERVER_ROLES = 'Server Settings → Roles';
const NOTHING_TO_CHANGE = 'Nothing needs to be changed.';

export const refusals = {
  missingPermission: (permission: string, botRole: string, channel: string | null): Refusal =>
    channel === null
      ? {
          reason: `The bot lacks the permission “${permission}”.`,
          mend: `Switch “${permission}” on for the role “${botRole}” (${SERVER_ROLES}).`,
        }
      : {
          reason: `The bot lacks the permission “${permission}” in #${channel}.`,
          mend: `Allow “${permission}” to the role “${botRole}” in the permissions of #${channel}.`,
        },
  owner: {
    reason: 'The author owns this server, and nobody can act against its owner.',
    mend: NOTHING_TO_CHANGE,
  },
  self: {
    reason: 'The author is this bot itself.',
    mend: NOTHING_TO_CHANGE,
  },
  administrator: {
    reason: 'The author is an administrator, and Discord lets nobody time out an administrator.',
    mend: 'Decide yourself; their roles must lose the permission “Administrator” first.',
  },
  authorAbove: (botRole: string, authorRole: string): Refusal => ({
    reason: `The author's role “${authorRole}” is not below the bot's role “${botRole}”.`,
    mend: `Move “${botRole}” above “${authorRole}” (${SERVER_ROLES}).`,
  }),
  roleAbove: (botRole: string, role: string): Refusal => ({
    reason: `The role “${role}” is not below the bot's role “${botRole}”.`,
    mend: `Move “${botRole}” above “${role}” (${SERVER_ROLES}).`,
  }),
  roleManaged: (role: string): Refusal => ({
    reason: `The role “${role}” belongs to an integration, and nobody can hand it out.`,
    mend: 'Name another role in the rule.',
  }),
  roleUnknown: {
    reason: 'The role that the rule names does not exist.',
    mend: 'Name another role in the rule.',
  },
  userUnknown: {
    reason: 'There is no such user: an id of Discord’s is a number of 15 to 20 digits.',
    mend: 'Name the user by their id.',
  },
  authorLeft: {
    reason: 'The author has left the server.',
    mend: 'Nothing needs to be changed. Ban them if they must not come back.',
  },
  botLeft: {
    reason: 'The bot is no longer in this server.',
    mend: 'Invite it again if it is to go on.',
  },
  dmsClosed: {
    reason: 'The author takes no direct messages from this server, or has blocked the bot.',
    mend: 'Nothing needs to be changed. Tell them in the server if they should know.',
  },
  noSharedServer: {
    reason: 'The author shares no server with the bot any more, so it cannot write to them.',
    mend: NOTHING_TO_CHANGE,
  },
  dmsTooFast: {
    reason: 'Discord lets a bot open only so many conversations in a short time.',
    mend: 'It works again by itself. Tell the author in the server if they should know.',
  },
  /** Discord does not tell a bot the names of channels it cannot see. */
  noAccess: (botRole: string): Refusal => ({
    reason: 'The bot cannot see the channel.',
    mend: `Allow “View Channels” to the role “${botRole}” in the permissions of the channel.`,
  }),
  permissionOrRole: (effect: EffectKind, permission: string, botRole: string): Refusal => ({
    reason: `Discord did not let the bot ${doing[effect]}.`,
    mend:
      `See that the role “${botRole}” has “${permission}” ` +
      `and stands above the author's roles (${SERVER_ROLES}).`,
  }),
  channelUnknown: {
    reason: 'The channel no longer exists.',
    mend: 'Set another channel.',
  },
  threadArchived: {
    reason: 'The thread is archived.',
    mend: 'Open the thread again and do it by hand.',
  },
  systemMessage: {
    reason: 'Discord lets nobody delete this message of its own.',
    mend: NOTHING_TO_CHANGE,
  },
  twoFactor: {
    reason:
      'This server asks moderators for two-factor authentication, and the bot’s owner has none.',
    mend: 'Whoever owns the bot must switch on two-factor authentication for their own account.',
  },
  tooManyBans: {
    reason: 'Discord takes no more bans of people outside the server for now.',
    mend: 'Ban them by hand later.',
  },
  autoMod: {
    reason: 'This server’s AutoMod blocked the bot’s message.',
    mend: 'Exempt the bot’s role or this channel in Server Settings → AutoMod.',
  },
  other: (effect: EffectKind, code: number, answer: string): Refusal => ({
    reason: `Discord did not let the bot ${doing[effect]}: ${answer} (${code}).`,
    mend: 'Do it by hand, and give this code to whoever runs the bot.',
  }),
  noModeratorChannel: (wanted: string): Refusal => ({
    reason: `There is no channel “${wanted}” in this server that the bot can see.`,
    mend: `Make a text channel named “${wanted}” that the bot can see, or set another moderator channel.`,
  }),
  chosenChannelGone: (botRole: string): Refusal => ({
    reason: 'The moderator channel that was set does not exist, or the bot cannot see it.',
    mend: `Allow “View Channels” to the role “${botRole}” there, or set another moderator channel.`,
  }),
  notForText: (channel: string): Refusal => ({
    reason: `Messages cannot be posted in #${channel}.`,
    mend: 'Set a text channel as the moderator channel.',
  }),
};

/** A refusal on the property console, where nobody has written anything and no rule was asked. */
export function aboutMember({ reason, mend }: Refusal): Refusal {
  const named = (text: string): string =>
    text
      .replaceAll('The author', 'The member')
      .replaceAll('the author', 'the member')
      .replace(' that the rule names', '')
      .replace(' in the rule', '');
  return { reason: named(reason), mend: named(mend) };
}

export const SERVER_AWAY = 'Discord has not made this server available to the bot.';

export const alert = {
  title: {
    unchecked: 'A message could not be checked',
    moderator: 'A moderator took this up',
    withheld: 'A decision for you: the author is trusted here',
    shadow: 'Shadow mode: nothing was done',
    nothing: 'A message to look at',
    refused: 'A message needs you: the bot could not act',
  },
  noText: '(no text)',
  textExpired: '(the text is no longer kept)',
  where: 'Where',
  jump: 'go to the message',
  edited: 'after an edit',
  suggestion: 'Suggested action',
  scores: 'Highest scores',
  what: 'Done',
  would: 'Would have been done',
  refused: 'Not possible',
  wouldRefuse: 'Would not have been possible',
  withheld: (standing: 'moderator' | 'owner', what: string): string =>
    `${standing === 'owner' ? 'The author owns this server' : 'The author is a moderator'}, ` +
    `so the bot left it to you to ${what}.`,
  withheldName: 'Not done',
  escalationName: 'Why more than the rule says',
  escalation: (strikes: number, days: number): string =>
    `The author has ${strikes} strikes within ${days === 1 ? 'a day' : `${days} days`}. ` +
    'Not counted: what you undo or mark as a false positive.',
  shadow: 'Shadow mode: nothing was done.',
  occasionName: 'What brought it up',
  uncheckedName: 'Why it could not be checked',
  unchecked:
    'Nobody has judged this text. Please judge it yourself: follow the link below, and delete the message ' +
    'if it breaks your rules.',
  footer: (number: number, rule: string): string => `Case #${number} · rule ${rule}`,
  unknownWord: 'any other',
};

/** The scores by the names people use. One without a name is shown by its path. */
export const scoreNames: Record<string, string> = {
  'engine1.baseline': 'overall',
  'engine1.raceInvocation': 'race or identity',
  'engine1.politicalLanguage': 'politics',
  'engine2.baseline': 'overall (2nd engine)',
  'engine2.raceInvocation': 'race or identity (2nd engine)',
  'engine2.defensive': 'defensive',
  'engine2.aggressive': 'aggressive',
  'engine2.vulgar': 'vulgar',
};

export const notice = {
  title: (server: string): string => `About your message on ${server}`,
  quote: 'What you wrote',
  happened: 'What happened',
  deleted: 'Your message was removed.',
  timeout: (duration: string): string => `You can read but not write there for ${duration}.`,
  kick: 'You are removed from the server; you may join again.',
  ban: 'You are banned from the server.',
  roles: 'Your roles there have changed.',
  /** In place of a channel that is not named. */
  unnamed: 'a thread',
  footer: (number: number, server: string): string => `Case #${number} · ${server}`,
};

export const login = {
  token:
    'Discord does not accept the bot’s token. Make a new one in the developer portal ' +
    '(https://discord.com/developers/applications → your application → Bot → Reset Token) ' +
    'and put it into DISCORD_TOKEN.',
  intents:
    'Discord does not let the bot read messages and members. Switch on “Server Members Intent” and ' +
    '“Message Content Intent” in the developer portal (https://discord.com/developers/applications → ' +
    'your application → Bot → Privileged Gateway Intents), then start it again.',
  unreachable: (apiUrl: string, why: string): string =>
    `Discord cannot be reached at ${apiUrl} (${why.replace(/\.$/, '')}). Check the network and DISCORD_API_URL.`,
  closed: (closeCode: number): string =>
    `Discord ended the bot’s session for good (gateway close code ${closeCode}).`,
};

const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** A length of time in the two largest units that say something: `1 hour 30 minutes`. */
export function duration(seconds: number): string {
  const words: string[] = [];
  let rest = seconds;
  for (const [name, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) words.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return words.slice(0, 2).join(' ');
}

/** A moment in time as everybody sees it in their own zone (Discord's timestamp styles). */
export function moment(atMs: number, style: 't' | 'T' | 'd' | 'D' | 'f' | 'R' = 'f'): string {
  return `<t:${Math.floor(atMs / 1000)}:${style}>`;
}

/** A score or a confidence: two places say enough, and a whole number needs none. */
export function rounded(score: number): string {
  return String(Math.round(score * 100) / 100);
}
