/* What /property answers. Names in here are defused by whoever fills them in. */

const quoted = (value: string): string => `“${value}”`;

export const problems = {
  noConsole:
    'This bot has no property console: it asks a moderation service elsewhere, and MODERATION_CONSOLE_URL is not set. ' +
    'Whoever runs the bot can set it to the address of that service’s property interface and restart the bot. ' +
    '(Without MODERATION_URL the service that comes with the bot is used, which has one.)',
  roleTooStrong: (role: string, permission: string): string =>
    `The role ${quoted(role)} has the permission ${quoted(permission)}, which you do not have, so you cannot give it.`,
  notUsers: (word: string): string =>
    `${quoted(word)} is no user. Name users by mentions or ids, with blanks between them.`,
  noTargets: 'Name at least one user in “targets”.',
  noRoles: 'Name at least one role in “values”, as a mention or an id.',
  commandUnknown:
    'The word for an action has 1 to 64 letters, digits, dots, dashes or underscores.',
  otherProperty: 'This tag belongs to another property. Choose one of those that are suggested.',
  type: 'A type of event is one word of at most 50 letters, digits and dots, such as “action.ban”.',
  /** The service said why, in a sentence. */
  notDone: (why: string): string => `Nothing was done. The service says: ${why}`,
  unreachable: (why: string): string =>
    `Nothing was done. The service says: ${why} Try again in a moment.`,
  open: (why: string): string =>
    `${why}\nWhether it was done is open: look at the member, or at \`/property audit\`, before you try again.`,
};

export const outcomes = {
  title: {
    done: 'Done',
    partly: 'Done in part',
    refused: 'Refused',
    unavailable: 'Out of reach',
    asked: 'The service took it',
  },
  /** Its answer says no more. */
  accepted: 'The service took it, and says no more about it.',
  done: 'done',
  refused: 'refused',
  unavailable: 'out of reach, try again in a moment',
  more: (count: number): string => `… and ${count} more`,
};

export const announced = {
  ban: (by: string, user: string, reason: string): string =>
    `${by} had the moderation service ban ${user}.${reason}`,
  unban: (by: string, user: string, reason: string): string =>
    `${by} had the moderation service lift the ban of ${user}.${reason}`,
  give: (by: string, user: string, role: string): string =>
    `${by} had the moderation service give ${user} the role ${role}.`,
  take: (by: string, user: string, role: string): string =>
    `${by} had the moderation service take the role ${role} from ${user}.`,
  action: (by: string, command: string, operation: string): string =>
    `${by} asked the moderation service for the action ${quoted(command)} (${operation}).`,
  setting: (by: string, key: string, value: string): string =>
    `${by} set the property’s setting \`${key}\` to ${value}.`,
  reason: (reason: string): string => ` Reason: ${reason}`,
};

export const settings = {
  boolean: (value: boolean): string => `the switch \`${value ? 'true' : 'false'}\``,
  number: (value: number): string => `the number \`${value}\``,
  text: (value: string): string => (value === '' ? 'an empty text' : `the text ${quoted(value)}`),
  applied: (key: string, value: string): string => `✅ \`${key}\` is now ${value}, and in effect.`,
  stored: (key: string, value: string): string =>
    `✅ \`${key}\` is now ${value}. The service keeps it; it means nothing to this bot.`,
  taken: (key: string, value: string): string => `✅ The service took \`${key}\` as ${value}.`,
};

export const analytics = {
  title: (tag: string): string => `Analytics ${tag}`,
  chart: 'Messages by what the service suggested',
  chartAlt: 'A chart of how many messages passed, were flagged and were deleted',
  messages: 'Messages',
  counts: (passed: number, flagged: number, deleted: number): string =>
    `${passed + flagged + deleted} in all: ${passed} passed, ${flagged} flagged, ${deleted} deleted`,
  events: 'Events',
  actions: 'Actions',
  event: (type: string, count: number): string => `${type}: ${count}`,
  omitted: (count: number): string => `${count} more events are only counted.`,
  nothing: 'Nothing is recorded for this day.',
  file: 'Everything is in the file.',
  parts: { passed: 'passed', flagged: 'flagged', deleted: 'deleted' },
};

export const audit = {
  title: 'The last 72 hours',
  none: 'Nothing was recorded in the last 72 hours.',
  noneOf: 'Nothing of that kind was recorded in the last 72 hours.',
  noTime: 'at an unknown time',
  newer: 'Newer',
  older: 'Older',
  footer: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${count} ${count === 1 ? 'event' : 'events'}`,
};
