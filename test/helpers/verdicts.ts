import type { Verdict } from '../../src/moderation/verdict.ts';

/** What the service says, with `action` as its suggestion. */
export function verdict(action: string, overrides: Partial<Verdict> = {}): Verdict {
  return {
    action,
    confidence: 0.9,
    scores: { 'engine1.baseline': 0.9 },
    sentiment: 0,
    language: 'English',
    uuid: '00000000-0000-4000-8000-000000000000',
    version: '1',
    ...overrides,
  };
}
