import type { APIEmbed } from 'discord.js';
import {
  countEffects,
  type DecidingRule,
  defuse,
  effectLines,
  type PolicyPreviewResult,
  type PreviewedText,
  rounded,
  spoiler,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { writeEffects } from '../moderation/effects-input.ts';

const CLOSEST = 10;
const QUOTE_LENGTH = 120;

/** How often each effect would occur, and the texts that came closest to another outcome. */
export function previewEmbeds(
  t: Translate,
  {
    title,
    result,
    isIts,
  }: {
    readonly title: string;
    readonly result: Extract<PolicyPreviewResult, { kind: 'done' }>;
    /** Whether a rule is one of those whose decisions are shown. */
    readonly isIts: (rule: DecidingRule) => boolean;
  },
): APIEmbed[] {
  const texts = result.texts.map((text) =>
    text.decision !== null && isIts(text.decision.rule) ? text : { ...text, decision: null },
  );
  const counts = countEffects(texts.map(({ decision }) => decision?.effects ?? []));
  const { messages, cases } = result;
  return [
    {
      title: t('policy-preview:title'),
      description: [
        title,
        t('policy-preview:read', { messages, cases }),
        effectLines(t, counts),
      ].join('\n\n'),
      footer: { text: t('check-message:reply.footer') },
    },
    {
      title: t('policy-preview:closest'),
      description:
        closestOf(texts)
          .map((text) => lineOf(t, text))
          .join('\n') || '–',
    },
  ];
}

function closestOf(texts: readonly PreviewedText[]): PreviewedText[] {
  return texts
    .filter(({ closeness }) => closeness !== null)
    .toSorted((a, b) => (a.closeness ?? 0) - (b.closeness ?? 0))
    .slice(0, CLOSEST);
}

function lineOf(
  t: Translate,
  { guildId, channelId, messageId, caseNumber, text, decision, closeness }: PreviewedText,
): string {
  const what =
    caseNumber === null
      ? `[↗](https://discord.com/channels/${guildId}/${channelId}/${messageId})`
      : t('policy-preview:case', { number: caseNumber });
  const quote = text === null ? '' : ` ${spoiler(defuse(text, QUOTE_LENGTH))}`;
  const effects = decision === null ? t('effects:counts.none') : writeEffects(decision.effects);
  return `${what}${quote} → ${effects} (±${rounded(closeness ?? 0)})`;
}
