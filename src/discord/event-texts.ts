/*
 * What people read in posts about the service's events. Names in here are plain; whoever shows a text defuses it.
 */

export const keywordAlert = {
  title: 'A keyword was found',
  keyword: 'Keyword',
  where: 'Where',
  jump: 'go to the message',
  unknownPlace: 'The event does not say which message it was.',
  foreign: (guildId: string | null): string =>
    guildId === null
      ? 'The event names no server.'
      : `It came from a server the bot is not in (id ${guildId}).`,
  noText: '(the text did not come with the event, and the message is gone)',
  nothingVisible: '(no text)',
  footer: (ref: string): string => `Keyword alert · ${ref}`,
};

export const digestPost = {
  title: 'Many keyword alerts at once',
  total: (total: number, since: string): string =>
    `**${total}** keyword alerts since ${since}, counted here instead of shown one by one.`,
  byKeyword: 'By keyword',
  byChannel: 'By channel',
  byAuthor: 'By author',
  latest: 'Latest',
  others: (count: number): string => `and ${count} more`,
  footer: (ref: string): string => `Keyword alerts · ${ref}`,
};

export const taggingResult = {
  title: 'Tags for a stream',
  startedBy: 'Asked for by',
  tags: 'Tags',
  undocumentedTags: 'Similar tags',
  none: 'none recommended',
  session: 'Session',
  footer: (ref: string): string => `Tagging · ${ref}`,
};

export const targets = {
  away: 'Discord has not made the server available to the bot.',
  noFallback:
    'It belongs to no server the bot is in, and FALLBACK_CHANNEL, the channel for such events, is not set.',
  fallbackGone: 'The channel that FALLBACK_CHANNEL names does not exist, or the bot cannot see it.',
  fallbackMend: 'Set FALLBACK_CHANNEL to the id of a text channel the bot can see.',
  channelDeleted: 'The channel no longer exists.',
};
