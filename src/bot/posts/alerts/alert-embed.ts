import { userMention, type APIEmbed } from 'discord.js';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { AlertCase, AlertPost } from '../../domain/ports.ts';
import type { Translate } from '../../locales/translate.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';
import { authorFacts } from './author-facts.ts';
import {
  authorOf,
  blockedWordsText,
  categoryOf,
  copiesOf,
  headOf,
  keywordsOf,
  linkOf,
  numberOf,
  originNotes,
  pictureOrigin,
  pictureText,
  placeOf,
  quoteOf,
  reasonOf,
  whereOf,
} from './case-parts.ts';
import { areHandled, handledLines, latestActionLine, type HandledLines } from './handled-lines.ts';
import { refusalLines } from './refusal-lines.ts';
import { ruleNote } from '../../rendering/rule-text.ts';
import { alertColour } from './severity.ts';

/** Discord's limit for the description of an embed. The parts below fit into it together. */
const DESCRIPTION_LENGTH = 4096;
/*
 * An alert is at most 260 pixels high on a phone 390 pixels wide, where a line has about 40 characters. The details show
 * what does not fit.
 */

/** The longest quote in an alert about a single case, in one with several cases, and in one with a refusal. */
const TEXT_LENGTH = 100;
const SHORT_TEXT_LENGTH = 50;
const REFUSED_TEXT_LENGTH = 36;
/** How many cases an alert shows, and how many if there is a refusal. */
const CASES = 3;
const CASES_WITH_REFUSAL = 1;
const CASES_LENGTH = 1200;
const EXPLANATIONS_LENGTH = 160;
const REFUSALS_LENGTH = 300;
const HANDLED_LENGTH = 300;

/** Facts about the author that an alert shows. */
export interface AuthorFacts {
  /** The author's record before the oldest case of the alert; null: Discord does not say who the author is. */
  readonly history: AuthorHistory | null;
}

/**
 * The alert about one or more cases of an author: what happened, the text, and in small print what helps to decide. It is
 * short, because moderators read many of them on their phones.
 */
export function alertEmbed(renderer: Renderer, post: AlertPost, facts: AuthorFacts): APIEmbed {
  const { policy } = post;
  const [only, ...others] = post.cases;
  const records = post.cases.map(({ record }) => record);
  const { shared, own } = handledLines(renderer, records);
  const handled = [...(others.length === 0 ? (own.get(only.record.number) ?? []) : []), ...shared];
  const refused = refusals(renderer, records);
  const isRefused = refused.length > 0;
  const lines = (): string[] => [
    ...(others.length === 0
      ? caseLines(renderer, {
          ...only,
          policy,
          ...facts,
          textLength: isRefused ? REFUSED_TEXT_LENGTH : TEXT_LENGTH,
          explanationsLength: EXPLANATIONS_LENGTH,
        })
      : severalLines(renderer, {
          ...post,
          ...facts,
          own,
          shownCases: isRefused ? CASES_WITH_REFUSAL : CASES,
        })),
    ...refused,
    ...latestThatFit(renderer, handled),
  ];
  const description = (areHandled(records) ? handledSummary(renderer, post) : lines()).join('\n');
  return { color: alertColour(records), description: truncate(description, DESCRIPTION_LENGTH) };
}

/** The alert of a single case, without failures and moderators' actions. */
export function caseLines(
  renderer: Renderer,
  {
    record,
    text,
    policy,
    history,
    textLength,
    explanationsLength,
  }: AlertCase &
    AuthorFacts & {
      readonly policy: Policy;
      readonly textLength: number;
      readonly explanationsLength: number;
    },
): string[] {
  const { t } = renderer;
  return [
    headLine(renderer, [record], headOf(t, record, policy)),
    wordsOf(renderer, { record, text, policy, maxLength: textLength }),
    small([
      ...authorFacts(renderer, [record], history),
      ...originNotes(t, record),
      ruleNote(t, record.rule),
      linkOf(t, record),
      `#${record.number}`,
    ]),
    ...firstThatFit(
      explanations(renderer, record).map((line) => truncate(line, explanationsLength - 1)),
      explanationsLength,
    ).map((line) => small([line])),
  ];
}

/** The author's text, or the moderator's reason. */
function wordsOf(
  { t }: Renderer,
  {
    record,
    text,
    policy,
    maxLength,
  }: AlertCase & { readonly policy: Policy; readonly maxLength: number },
): string {
  const manual = manualActionOf(record);
  return manual === null
    ? quoteOf(t, text, { maxLength, isHidden: policy.alerts.spoiler })
    : reasonOf(t, manual, maxLength);
}

interface SeveralCases extends AlertPost, AuthorFacts {
  readonly own: HandledLines['own'];
  readonly shownCases: number;
}

/** The newest cases, newest last, each in a line, which wraps once on a phone. */
function severalLines(
  renderer: Renderer,
  { cases, policy, history, own, shownCases }: SeveralCases,
): string[] {
  const { t, mention } = renderer;
  const records = cases.map(({ record }) => record);
  const heads = new Set(records.map((record) => headOf(t, record, policy)));
  const places = new Set(records.map((record) => placeOf(t, record)));
  const lineOf = ({ record, text }: AlertCase): string => {
    const words = wordsOf(renderer, { record, text, policy, maxLength: SHORT_TEXT_LENGTH });
    const parts = [
      `${own.has(record.number) ? '✓ ' : ''}${words}`,
      heads.size > 1 ? headOf(t, record, policy) : null,
      places.size > 1 ? placeOf(t, record) : null,
      blockedWordsText(t, record.blockedWords),
      pictureText(t, record),
      keywordsOf(t, record),
      numberOf(record),
    ];
    return parts.filter((part) => part !== null).join(' · ');
  };
  const shown = firstThatFit(cases.slice(-shownCases).map(lineOf).toReversed(), CASES_LENGTH);
  const earlier = cases.length - shown.length;
  const command = mention('case list');
  return [
    headLine(renderer, records, sharedHead(t, records, policy)),
    ...shown.toReversed(),
    small([
      earlier === 0 ? null : t('alerts:earlier', { count: earlier, command }),
      ...authorFacts(renderer, records, history),
    ]),
  ].filter((line) => line !== '');
}

/** A handled alert in brief: what happened, and the result. The rest is in the details. */
function handledSummary(renderer: Renderer, { cases, policy }: AlertPost): string[] {
  const { t } = renderer;
  const [{ record: only }, ...others] = cases;
  const records = cases.map(({ record }) => record);
  const head = `**${sharedHead(t, records, policy)}**`;
  const where = whereAll(t, records);
  const action = latestActionLine(renderer, records);
  const newest = others.at(-1);
  if (newest === undefined) {
    return [`${head} · ${where}`, small([...occasions(renderer, only), action, numberOf(only)])];
  }
  // The first line has more room than the line with the action.
  return [`${head} · ${numberOf(only)}–${numberOf(newest.record)} · ${where}`, small([action])];
}

/** The common result of the cases, such as `Deleted ×3`, or how many cases there are. */
function sharedHead(t: Translate, records: readonly Case[], policy: Policy): string {
  const [head = '', ...others] = new Set(records.map((record) => headOf(t, record, policy)));
  const count = records.length;
  if (count === 1) return head;
  return others.length === 0 ? `${head} ×${count}` : t('alerts:head.several', { count });
}

/** `**Deleted** · @carol in #general · **threat 98%**`. */
function headLine({ t }: Renderer, records: readonly Case[], head: string): string {
  const newest = records.at(-1);
  if (newest === undefined) return '';
  const where = whereAll(t, records);
  const manual = records.length === 1 ? manualActionOf(newest) : null;
  const by = manual === null ? [] : [t('alerts:byModerator', { user: userMention(manual.by.id) })];
  const parts = [
    blockedWordsText(t, newest.blockedWords),
    pictureText(t, newest),
    categoryOf(t, newest),
    copiesOf(t, newest),
    keywordsOf(t, newest),
  ];
  const reasons = (records.length === 1 ? parts : []).flatMap((reason) =>
    reason === null ? [] : [`**${reason}**`],
  );
  return [`**${head}**`, where, ...by, ...reasons].join(' · ');
}

/** The author, and the place if it is the same for all. */
function whereAll(t: Translate, records: readonly Case[]): string {
  const newest = records.at(-1);
  if (newest === undefined) return '';
  const places = new Set(records.map((record) => placeOf(t, record)));
  return places.size > 1 ? authorOf(t, newest) : whereOf(t, newest);
}

/** Why a text was not checked or nothing was done, and what differs from the first line. */
function explanations(
  { t, show }: Renderer,
  { judgement, withheld, steps, keywords }: Case,
): string[] {
  const details = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && outcome?.status === 'done' && outcome.detail !== undefined
      ? [show(outcome.detail)]
      : [],
  );
  const unchecked =
    judgement.kind === 'unchecked'
      ? [`${show(judgement.reason)} ${t('alerts:judgeYourself')}`]
      : [];
  const occasion = occasions({ show }, { judgement, keywords });
  const picture = pictureOrigin(t, { judgement });
  if (withheld === null) return [...unchecked, ...occasion, ...picture, ...details];
  const actions = withheld.effects.map(({ kind }) => t(`effects:infinitive.${kind}`)).join(', ');
  return [
    ...unchecked,
    t(`alerts:withheldFrom.${withheld.rank}`, { actions }),
    ...picture,
    ...details,
  ];
}

/** The occasion of a moderator's case. A keyword is in the first line. */
function occasions(
  { show }: Pick<Renderer, 'show'>,
  { judgement, keywords }: Pick<Case, 'judgement' | 'keywords'>,
): string[] {
  return judgement.kind === 'moderator' && keywords.length === 0 ? [show(judgement.occasion)] : [];
}

/** The parts in small print; empty if there are none. */
export function small(parts: readonly (string | null)[]): string {
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0 ? '' : `-# ${shown.join(' · ')}`;
}

/** Discord's refusals. The rest is in the details. */
function refusals(renderer: Renderer, records: readonly Case[]): string[] {
  const lines = refusalLines(renderer, records);
  const shown = firstThatFit(lines, REFUSALS_LENGTH);
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, small([renderer.t('common:more', { count: left })])];
}

/** Always shows the moderators' latest actions. */
function latestThatFit({ t }: Renderer, lines: readonly string[]): string[] {
  const [latest, ...earlier] = lines.toReversed().map((line) => truncate(line, HANDLED_LENGTH));
  if (latest === undefined) return [];
  const shown = firstThatFit(earlier, HANDLED_LENGTH - latest.length);
  const kept = [...shown.toReversed(), latest];
  return shown.length === earlier.length ? kept : [t('alerts:moderatorActions.earlier'), ...kept];
}

/** The first lines that fit. */
function firstThatFit(lines: readonly string[], maxLength: number): string[] {
  let left = maxLength;
  const tooLong = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return tooLong === -1 ? [...lines] : lines.slice(0, tooLong);
}
