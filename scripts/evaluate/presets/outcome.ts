import { verdictOf } from '../../../src/bot/service-adapter/moderator.ts';
import { decide } from '../../../src/bot/domain/decide.ts';
import type { Origin } from '../../../src/bot/domain/policy/choose-rule.ts';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import type { PresetName } from '../../../src/bot/domain/policy/preset-names.ts';
import type { Verdict } from '../../../src/bot/domain/verdict.ts';
import type { Engine } from '../../../src/service/engine/engine.ts';
import type { LanguageDetector } from '../../../src/service/language/detector.ts';
import { toEnvelope } from '../../../src/service/text/to-envelope.ts';

/** The possible outcomes of a message under a preset. */
export const OUTCOMES = ['deleted', 'alerted', 'left'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Judges a text as the service does, and reads the answer as the bot does. */
export type JudgeText = (text: string) => Verdict;

export function createJudgeText(engine: Engine, detectLanguage: LanguageDetector): JudgeText {
  return (text) => {
    const detected = detectLanguage(text);
    return verdictOf(
      toEnvelope({
        assessment: engine.assess(text, detected),
        language: detected,
        timesMs: [],
        uuid: '',
        instanceId: '',
        engineVersion: '',
      }),
    );
  };
}

/** A message of a member in an ordinary channel. */
const ORIGIN: Origin = {
  subject: 'message',
  messageId: '0',
  channelId: '',
  parentIds: [],
  isAgeRestricted: false,
  editedAt: null,
  author: { id: '', kind: 'person', rank: 'member', roleIds: [], joinedAt: null },
};

export function outcomeOf(preset: PresetName, verdict: Verdict): Outcome {
  const judgement = { kind: 'verdict' as const, verdict };
  const decision = decide(
    { ...defaultPolicy, preset },
    { origin: ORIGIN, judgement, blockedWords: [] },
  );
  const effects = decision?.effects ?? [];
  if (effects.length === 0) return 'left';
  return effects.some(({ kind }) => kind === 'delete') ? 'deleted' : 'alerted';
}
