import { duration } from '../../src/discord/texts.ts';

/** What a moderator reads when the moderation service could not do what was asked. */
export const serviceFailures = {
  away: 'The moderation service cannot be reached. Try again in a moment.',
  slow: 'The moderation service did not answer in time. Try again in a moment.',
  resting: (waitMs: number): string =>
    `The moderation service failed too often and is given a rest. Try again in ${seconds(waitMs)}.`,
  key: 'The moderation service does not accept the bot’s key. Whoever runs the bot should check MODERATION_API_KEY.',
  notThere:
    'The moderation service does not know what was asked for. If it should: whoever runs the bot should check its address.',
  tooOften: (waitMs: number | null): string =>
    `The moderation service is asked too often. Try again in ${waitMs === null ? 'a minute' : seconds(waitMs)}.`,
  trouble: (status: number): string =>
    `The moderation service has trouble (status ${status}). Try again in a moment.`,
  refused: (why: string): string => `The moderation service refused this: ${why}`,
  refusedStatus: (status: number): string =>
    `The moderation service refused this (status ${status}).`,
  unreadable: 'The moderation service answered with something that cannot be read.',
  notSent: 'This cannot be asked of the moderation service as it is.',
  jobFailed: 'The moderation service could not finish this analysis. Ask for it again.',
};

function seconds(ms: number): string {
  return duration(Math.max(1, Math.ceil(ms / 1000)));
}
