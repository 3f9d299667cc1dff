import type { Moderation, Moderator } from '../../src/moderation/ports.ts';
import { verdict } from './verdicts.ts';

export interface ScriptedModerator extends Moderator {
  /** The samples asked about, in order. */
  readonly asked: string[];
  /** Set: every answer is this. */
  answer: Moderation | null;
  /** Set: answers wait until `release` is called. */
  holding: boolean;
  release(): void;
}

/**
 * A service whose word is in the sample: `ban me` gets `ban`. A text that starts with no known word passes;
 * `reject` can't be judged; `break` throws, as a bug would; `poison` makes the service look away.
 */
export function createScriptedModerator(): ScriptedModerator {
  const held: (() => void)[] = [];
  const moderator: ScriptedModerator = {
    asked: [],
    answer: null,
    holding: false,
    release() {
      moderator.holding = false;
      for (const resolve of held.splice(0)) resolve();
    },
    async moderate(sample) {
      moderator.asked.push(sample);
      if (moderator.holding) await new Promise<void>((resolve) => held.push(resolve));
      if (moderator.answer !== null) return moderator.answer;
      const [word = ''] = sample.split(' ', 1);
      switch (word) {
        case 'reject':
          return { kind: 'rejected', reason: 'The service did not take it.' };
        case 'poison':
          return AWAY;
        case 'break':
          throw new TypeError('a bug');
        default:
          return { kind: 'verdict', verdict: verdict(WORDS.has(word) ? word : 'pass') };
      }
    },
  };
  return moderator;
}

const WORDS = new Set(['ban', 'delete', 'flag', 'warn', 'mute', 'frobnicate']);

export const AWAY: Moderation = { kind: 'unavailable', reason: 'It is away.', retryAfterMs: null };
