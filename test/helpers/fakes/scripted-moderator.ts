import { message } from '../../../src/bot/locales/message.ts';
import type { ModerationResult, Moderator } from '../../../src/bot/domain/ports.ts';
import { isJoined } from '../is-joined.ts';
import { verdict } from '../verdicts.ts';

export interface ScriptedModerator extends Moderator {
  /** The received samples of single messages, in order. */
  readonly samples: string[];
  /** If set, the result of every call. */
  answer: ModerationResult | null;
  /** If set, results wait for `release`. */
  holding: boolean;
  release(): void;
}

/**
 * The first word of a sample is the suggested action: `ban me` gets `ban`. Other samples pass; `reject` cannot be checked,
 * `break` throws like a bug, and `poison` makes the service unavailable.
 */
export function createScriptedModerator(): ScriptedModerator {
  const held: (() => void)[] = [];
  const moderator: ScriptedModerator = {
    samples: [],
    answer: null,
    holding: false,
    release() {
      moderator.holding = false;
      for (const resolve of held.splice(0)) resolve();
    },
    async moderate(sample) {
      const isSingle = !isJoined(sample);
      if (isSingle) moderator.samples.push(sample);
      if (isSingle && moderator.holding) await new Promise<void>((resolve) => held.push(resolve));
      if (moderator.answer !== null) return moderator.answer;
      const lines = isSingle ? [sample] : sample.split('\n').slice(1);
      const words = lines.map((line) => line.split(' ', 1)[0] ?? '');
      const word = words.find((each) => WORDS.has(each)) ?? words[0] ?? '';
      switch (word) {
        case 'reject':
          return { kind: 'unchecked', reason: { key: 'The service did not take it.' } };
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

export const AWAY: Extract<ModerationResult, { kind: 'unavailable' }> = {
  kind: 'unavailable',
  reason: message('availability:service.unreachable'),
  error: 'It is away.',
  retryAfterMs: null,
};
