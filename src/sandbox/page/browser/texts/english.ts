/** The words of Discord's client on this page. Those of the demo around it are English. */
export interface Texts {
  readonly messageTo: (channel: string, name: string) => string;
  readonly cannotWrite: (name: string) => string;
  readonly attachFiles: string;
  readonly remove: (file: string) => string;
  readonly send: string;
  readonly replyingTo: string;
  readonly suggestions: (count: number) => string;
  readonly noCommand: (name: string) => string;
  readonly cannotSee: (name: string) => string;

  readonly actionsFor: (name: string) => string;
  readonly reactWith: (emoji: string) => string;
  readonly reply: string;
  readonly edit: string;
  readonly delete: string;
  readonly forwardTo: string;
  readonly apps: string;
  readonly noApps: string;

  readonly editMessage: string;
  readonly save: string;
  readonly cancel: string;
  readonly submit: string;
  readonly run: string;
  readonly done: string;
  readonly post: string;
  readonly title: string;
  readonly message: string;
  readonly optional: string;
  readonly optionalCount: (count: number) => string;
  readonly makeSelection: string;
  readonly selectCount: (from: number, to: number) => string;
  readonly yes: string;
  readonly no: string;

  readonly messagesIn: (channel: string) => string;
  readonly replyTo: string;
  readonly originalDeleted: string;
  /** Between the person and the command, and after it. */
  readonly used: readonly [string, string];
  readonly thinking: (name: string) => string;
  readonly systemMessage: string;
  readonly edited: string;
  readonly forwarded: string;
  readonly sticker: (name: string) => string;
  readonly onlyFor: (name: string) => string;
  readonly dismiss: string;
  readonly spoiler: string;
  readonly unknownMember: string;
  readonly deletedRole: string;
  readonly noAccess: string;
  readonly unread: string;
  readonly directMessages: string;

  readonly deletedAtOnce: string;
  readonly deletedAfter: (time: string) => string;
  /** The author deleted it. */
  readonly takenBack: string;
  readonly range: (from: string, to: string) => string;
  readonly messages: (count: number) => string;
  readonly cases: (from: number, to: number) => string;

  readonly createPoll: string;
  readonly question: string;
  readonly answers: string;
  readonly pollEnded: string;
  readonly pollSelectOne: string;
  readonly pollSelectMore: string;
}

export const english: Texts = {
  messageTo: (channel, name) => `Message ${channel} as ${name}`,
  cannotWrite: (name) => `${name} cannot write here`,
  attachFiles: 'Attach files',
  remove: (file) => `Remove ${file}`,
  send: 'Send',
  replyingTo: 'Replying to',
  suggestions: (count) => `${count} suggestions.`,
  noCommand: (name) => `You have no command /${name}. To post this text, begin it with a blank.`,
  cannotSee: (name) => `${name} cannot see that channel. Speak as someone else.`,

  actionsFor: (name) => `Actions for the message of ${name}`,
  reactWith: (emoji) => `React with ${emoji}`,
  reply: 'Reply',
  edit: 'Edit',
  delete: 'Delete',
  forwardTo: 'Forward to',
  apps: 'Apps',
  noApps: 'No apps for this person',

  editMessage: 'Edit message',
  save: 'Save',
  cancel: 'Cancel',
  submit: 'Submit',
  run: 'Run',
  done: 'Done',
  post: 'Post',
  title: 'Title',
  message: 'Message',
  optional: 'optional',
  optionalCount: (count) => `${count} optional`,
  makeSelection: 'Make a selection',
  selectCount: (from, to) => (from === to ? `Select ${from}` : `Select ${from} to ${to}`),
  yes: 'True',
  no: 'False',

  messagesIn: (channel) => `Messages in ${channel}`,
  replyTo: 'Reply to',
  originalDeleted: 'Original message was deleted',
  used: ['used', ''],
  thinking: (name) => `${name} is thinking`,
  systemMessage: 'System message',
  edited: '(edited)',
  forwarded: 'Forwarded',
  sticker: (name) => `Sticker: ${name}`,
  onlyFor: (name) => `Only ${name} can see this`,
  dismiss: 'Dismiss message',
  spoiler: 'Spoiler: show it',
  unknownMember: 'unknown member',
  deletedRole: 'deleted role',
  noAccess: 'no access',
  unread: 'unread',
  directMessages: 'Direct messages',

  deletedAtOnce: 'deleted at once',
  deletedAfter: (time) => `deleted after ${time}`,
  takenBack: 'by its author',
  range: (from, to) => `${from} to ${to}`,
  messages: (count) => `${count} messages`,
  cases: (from, to) => (from === to ? `case #${from}` : `cases #${from}–#${to}`),

  createPoll: 'Create a poll',
  question: 'Question',
  answers: 'Answers, one per line',
  pollEnded: 'Ended',
  pollSelectOne: 'Select one',
  pollSelectMore: 'Select one or more',
};
