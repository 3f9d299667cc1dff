import { messageLink, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Case, Judgement } from '../moderation/case.ts';
import type { Effect, EffectKind } from '../moderation/effects.ts';
import { ANY_ACTION, type Policy } from '../moderation/policy.ts';
import type { EffectContext } from '../moderation/ports.ts';
import { highestScores } from '../moderation/verdict.ts';
import { rulingsText } from './interactions/ruling-lines.ts';
import { defuse, spoiler, truncate, visible } from './text.ts';
import { rulings as rulingTexts } from './texts-rulings.ts';
import { alert as texts, doing, done, duration, rounded, scoreNames } from './texts.ts';

const GREY = 0x95a5a6;
const BLUE = 0x3498db;

/** How grave an effect is, and its colour: from blue (have a look) over yellow and orange to red. */
const GRAVITY: Record<EffectKind, { rank: number; colour: number }> = {
  alert: { rank: 0, colour: BLUE },
  notice: { rank: 1, colour: 0xf1c40f },
  delete: { rank: 2, colour: 0xf39c12 },
  addRole: { rank: 3, colour: 0xe67e22 },
  removeRole: { rank: 3, colour: 0xe67e22 },
  timeout: { rank: 4, colour: 0xe67e22 },
  kick: { rank: 5, colour: 0xe74c3c },
  ban: { rank: 6, colour: 0xc0392b },
};

/** Discord's limits: the value of a field, and all the text of an embed. */
const FIELD_LENGTH = 1024;
const EMBED_LENGTH = 6000;
/** What the quoted text gets where the rest leaves so much. */
const TEXT_LENGTH = 1800;
/** The bars of a spoiler, and what little stands in place of a text. */
const QUOTE_MARGIN = 50;
/** Of a reason and of a mend: a refusal of the longest names fits into one field, the mend uncut. */
const SENTENCE_LENGTH = 300;

/** The post that moderators see about a case. */
export function alertEmbed(
  { record, policy, text }: Pick<EffectContext, 'record' | 'policy' | 'text'>,
  avatarUrl: string,
): APIEmbed {
  const { author, judgement } = record;
  const name = visible(author.name, 100) || author.id;
  const title = titleOf(record);
  const footer = alertFooter(record);
  const fields = [
    ...judgementFields(judgement),
    whereField(record),
    ...stepFields(record, policy),
    ...withheldField(record),
    ...escalationField(record),
    ...rulingsField(record),
  ].map((field) => ({ ...field, value: truncate(field.value, FIELD_LENGTH) }));
  const taken = [name, title, footer, ...fields.flatMap((field) => [field.name, field.value])];
  const room = EMBED_LENGTH - QUOTE_MARGIN - taken.join('').length;
  return {
    color: colourOf(record),
    author: { name, icon_url: avatarUrl },
    title,
    description: quoteOf(text, Math.min(TEXT_LENGTH, room)),
    fields,
    footer: { text: footer },
    timestamp: new Date(record.openedAt).toISOString(),
  };
}

/** The line by which an alert is found again after a restart. */
export function alertFooter({ number, rule }: Pick<Case, 'number' | 'rule'>): string {
  return texts.footer(number, rule === ANY_ACTION ? texts.unknownWord : rule);
}

function colourOf({ judgement, steps, withheld }: Case): number {
  if (judgement.kind !== 'verdict') return GREY;
  const effects = [...steps.map(({ effect }) => effect), ...(withheld?.effects ?? [])];
  return GRAVITY[gravestOf(effects.map(({ kind }) => kind)) ?? 'alert'].colour;
}

/** Of several effects the one that weighs most: it gives an alert its colour and its title. */
function gravestOf(kinds: readonly EffectKind[]): EffectKind | null {
  return kinds.reduce<EffectKind | null>(
    (gravest, kind) =>
      gravest === null || GRAVITY[kind].rank > GRAVITY[gravest].rank ? kind : gravest,
    null,
  );
}

function titleOf({ judgement, mode, withheld, steps }: Case): string {
  if (judgement.kind === 'unchecked') return texts.title.unchecked;
  if (judgement.kind === 'moderator') return texts.title.moderator;
  if (withheld !== null) return texts.title.withheld;
  const actions = steps.filter(({ effect }) => effect.kind !== 'alert');
  if (actions.length === 0) return texts.title.nothing;
  if (mode === 'shadow') return texts.title.shadow;
  const isLeft = actions.some(
    ({ effect, outcome }) => effect.kind === 'delete' && outcome?.status === 'refused',
  );
  if (isLeft) return texts.title.refused;
  const carriedOut = actions.filter(({ outcome }) => outcome?.status === 'done');
  const gravest = gravestOf(carriedOut.map(({ effect }) => effect.kind));
  return gravest === null ? texts.title.refused : done[gravest];
}

function quoteOf(text: string | null, maxLength: number): string {
  if (text === null) return texts.textExpired;
  const quote = defuse(text, maxLength);
  return quote === '' ? texts.noText : spoiler(quote);
}

function whereField({ author, channelId, guildId, messageId, edited }: Case): APIEmbedField {
  const link = `[${texts.jump}](${messageLink(channelId, messageId, guildId)})`;
  const where = `<#${channelId}> · ${link}`;
  return {
    name: texts.where,
    value: `<@${author.id}> in ${where}${edited ? ` · ${texts.edited}` : ''}`,
  };
}

function judgementFields(judgement: Judgement): APIEmbedField[] {
  if (judgement.kind === 'unchecked') {
    const reason = defuse(judgement.reason, 600);
    return [{ name: texts.uncheckedName, value: `${reason}\n${texts.unchecked}` }];
  }
  if (judgement.kind === 'moderator') {
    return [{ name: texts.occasionName, value: defuse(judgement.occasion, 600) }];
  }
  const { verdict } = judgement;
  const scores = highestScores(verdict, 3).map(
    ([path, score]) => `${scoreNames[path] ?? defuse(path, 50)} **${rounded(score)}**`,
  );
  const suggestion: APIEmbedField = {
    name: texts.suggestion,
    value: `**${defuse(verdict.action, 64) || '–'}** · ${rounded(verdict.confidence)}`,
    inline: true,
  };
  if (scores.length === 0) return [suggestion];
  return [suggestion, { name: texts.scores, value: scores.join(' · '), inline: true }];
}

function stepFields({ mode, steps }: Case, policy: Policy): APIEmbedField[] {
  const went: string[] = [];
  const refused: APIEmbedField[] = [];
  const isShadow = mode === 'shadow';
  for (const { effect, outcome } of steps) {
    if (effect.kind === 'alert' || outcome === null) continue;
    switch (outcome.status) {
      case 'done':
        went.push(`✅ ${doneLine(effect, policy)}${outcome.detail ? `. ${outcome.detail}` : ''}`);
        break;
      case 'shadowed':
        went.push(`👁️ ${doneLine(effect, policy)}`);
        break;
      case 'refused':
        refused.push({
          name: isShadow ? texts.wouldRefuse : texts.refused,
          value:
            `⛔ **${capitalised(doing[effect.kind])}** – ${defuse(outcome.reason, SENTENCE_LENGTH)}\n` +
            `🔧 ${defuse(outcome.mend, SENTENCE_LENGTH)}`,
        });
    }
  }
  if (went.length === 0) return refused;
  const lines = isShadow ? [texts.shadow, ...went] : went;
  return [{ name: isShadow ? texts.would : texts.what, value: lines.join('\n') }, ...refused];
}

function doneLine(effect: Effect, policy: Policy): string {
  switch (effect.kind) {
    case 'timeout':
      return `${done.timeout} (${duration(effect.seconds ?? policy.timeoutSeconds)})`;
    case 'addRole':
    case 'removeRole':
      return `${done[effect.kind]}: <@&${effect.roleId}>`;
    case 'delete':
    case 'notice':
    case 'kick':
    case 'ban':
    case 'alert':
      return done[effect.kind];
  }
}

function withheldField({ withheld }: Case): APIEmbedField[] {
  if (withheld === null) return [];
  const actions = withheld.effects.map(({ kind }) => doing[kind]);
  const what = actions.join(', ');
  return [{ name: texts.withheldName, value: texts.withheld(withheld.standing, what) }];
}

/** Why more was done than the rule says. */
function escalationField({ escalation }: Case): APIEmbedField[] {
  if (escalation === null) return [];
  const { strikes, windowDays } = escalation;
  return [{ name: texts.escalationName, value: texts.escalation(strikes, windowDays) }];
}

/** What moderators did about it by hand. */
function rulingsField(record: Case): APIEmbedField[] {
  if (record.rulings.length === 0) return [];
  return [{ name: rulingTexts.field, value: rulingsText(record, FIELD_LENGTH) }];
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
