/* What /tag answers. Names in here are defused by whoever fills them in. */

export const problems = {
  nothing: 'Name an address in “url”, or add a “file”.',
  both: 'Give either an address or a file, not both.',
  url: 'This is no address of a media file: it must begin with http:// or https://.',
  notMedia: 'This file is neither audio nor video.',
  unknown: 'There is no such session in this server. `/tag list` shows those of the last 30 days.',
  notYours: 'Only who started a session may see its author key.',
  keyLost:
    'The author key of this session cannot be read any more: the bot’s key file is another one than when it was started. ' +
    'Its transcript is lost.',
  noTranscript:
    'The service has no transcript of this session: it is not finished, or nothing was said, or it was kept too long ago.',
};

const state = {
  provisioning: 'waits for its turn',
  running: 'is being listened to',
  finished: 'is finished',
};

export const answers = {
  progress: (title: string, at: keyof typeof state, elapsed: string): string =>
    `🎧 ${title} ${state[at]} … (${elapsed})`,
  away: (title: string, elapsed: string): string =>
    `🎧 ${title}: the service cannot be asked at the moment; trying again … (${elapsed})`,
  now: 'just now',
  goesOn: (title: string, isPosted: boolean): string =>
    `${title} is still being listened to. ` +
    (isPosted
      ? 'The tags will be posted in this channel; `/tag status` shows how far it is.'
      : 'Look at `/tag status` in some minutes: the service cannot reach this bot to tell it.'),
  title: {
    provisioning: 'Waiting',
    running: 'Listening',
    finished: 'Finished',
    failed: 'Failed',
  },
  media: 'Media',
  started: 'Started',
  startedBy: (user: string, at: string): string => `${at} by ${user}`,
  tags: 'Tags',
  undocumented: 'Other words',
  noTags: 'none recommended',
  failed: 'Why it ended',
  failedNoReason: 'The service gave no reason.',
  footer: (convoId: string): string => `Session ${convoId}`,
  sentences: 'Sentences',
  transcript: 'Transcript',
};

export const sentences = {
  title: 'What was said, and what the service makes of it',
  none: 'Nothing was said that could be understood.',
  line: (at: string, verdict: string, sentence: string): string =>
    `\`${at}\` ${verdict} ${sentence}`,
  unjudged: '❔ not judged',
  noTime: '--:--:--',
  footer: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${count} ${count === 1 ? 'sentence' : 'sentences'}`,
  back: 'Back',
  forward: 'Next',
};

export const transcript = {
  said: (title: string, count: number): string =>
    `What was said in ${title}: ${count} ${count === 1 ? 'sentence' : 'sentences'}.`,
  speaker: (name: string): string => `Speaker ${name}`,
};

export const list = {
  title: 'Sessions',
  none: 'No session was started in this server in the last 30 days. `/tag start` starts one.',
  line: (title: string, user: string, at: string, convoId: string): string =>
    `**${title}** · ${user}, ${at}\n\`${convoId}\``,
  choice: (title: string, day: string): string => `${title} · ${day}`,
  footer: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${count} ${count === 1 ? 'session' : 'sessions'}`,
  back: 'Newer',
  forward: 'Older',
};

export const key = {
  shown: (convoId: string, key: string): string =>
    `The author key of session \`${convoId}\`: ||\`${key}\`||\n` +
    'Whoever has it and the bot’s access to the service can read the transcript. The bot keeps it encrypted; you need it only to ask the service yourself.',
};
