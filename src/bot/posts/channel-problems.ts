import type { Logger } from '../../shared/logger.ts';
import { inEnglish } from '../locales/message.ts';
import type { Target } from '../domain/events.ts';

/** Logs each channel the bot can't post in once, and once more when it works again. */
export interface ChannelProblems {
  report(problem: Omit<Extract<Target, { kind: 'unusable' }>, 'kind'>): void;
  resolve(key: string): void;
}

export function createChannelProblems(logger: Logger): ChannelProblems {
  const reasons = new Map<string, string>();
  return {
    report({ key, reason, fix }) {
      const english = inEnglish(reason);
      if (reasons.get(key) === english) return;
      reasons.set(key, english);
      const problem = { target: key, reason: english, fix: inEnglish(fix) };
      logger.warn(problem, 'events are waiting: the bot cannot post them');
    },
    resolve(key) {
      if (reasons.delete(key)) logger.info({ target: key }, 'the bot can post events again');
    },
  };
}
