/*
 * What the dispatch itself says, whatever the command. Names in here are plain text; the dispatch pings nobody.
 */

export const dispatchTexts = {
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  cancelledLate: 'Cancelled. What had begun when you cancelled may still be done.',
  notYours: 'Only who asked for this can cancel it.',
  notRunning: 'This is not running any more. If there is no answer, ask again.',
  tooLong: 'This took longer than the 15 minutes Discord allows, and was stopped.',
  willPost:
    'Discord lets me answer here for 15 minutes only. I will post the answer in this channel.',
  willTell:
    'Discord lets me answer here for 15 minutes only. I will say in this channel when it is over; ask again then.',
  stopping: 'The bot is being restarted. Ask again in a minute.',
  latePublic: (user: string, name: string): string => `${user} asked for ${name}:`,
  latePrivate: (user: string, name: string): string =>
    `${user}, ${name} is over, but too late for a private answer. Ask again to see where things stand.`,
  /** In place of a command's name. */
  yourClick: 'what you clicked on',
  busy: 'Someone else is doing this at this moment.',
  done: 'Done.',
  guildsOnly: 'This works in servers only.',
  notHere: (inviteUrl: string): string =>
    `I am not in this server, or Discord has not made it available to me. Add me with ${inviteUrl}`,
  unknownCommand:
    'I do not know this command; it belongs to another version of me. ' +
    'Whoever runs the bot should run `npm run deploy-commands` again.',
  unknownComponent:
    'I do not know this button; it belongs to another version of me. Ask for a new message.',
  failed: (id: string): string =>
    `Something went wrong. Whoever runs the bot finds it in the log as \`${id}\`.`,
  discordAway: 'Discord did not answer. Try again in a moment.',
  permission: (botRole: string): string =>
    `Discord did not let the bot do this. See that the role “${botRole}” has the permission for it ` +
    '(Server Settings → Roles, and the channel’s own permissions) and stands above the roles of whom it is about.',
  refused: (answer: string, code: number): string => `Discord refused this: ${answer} (${code}).`,
  filesLeftOut: (count: number): string =>
    count === 1
      ? 'A file is not here: it is larger than Discord takes (10 MiB).'
      : `${count} files are not here: an answer takes 10 files and 10 MiB.`,
};
