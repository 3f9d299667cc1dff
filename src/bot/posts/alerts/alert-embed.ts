import { userMention, type APIEmbed } from 'discord.js';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { activeEffectsOf } from '../../domain/actions/active-effects.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { AlertCase, AlertPost } from '../../domain/ports.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';
import { historyText } from './author-history.ts';
import {
  authorOf,
  blockedWordsText,
  categoryOf,
  headOf,
  keywordsOf,
  linkOf,
  originNotes,
  placeOf,
  quoteOf,
  reasonOf,
  whereOf,
} from './case-parts.ts';
import { handledLines, type HandledLines } from './handled-lines.ts';
import { refusalLines } from './refusal-lines.ts';
import { ruleNote } from '../../rendering/rule-text.ts';
import { alertColour } from './severity.ts';

/** Discord's limit for the description of an embed. The parts below fit into it together. */
const DESCRIPTION_LENGTH = 4096;
/** The longest quote of a single case, and of one among several. Details show all of it. */
const TEXT_LENGTH = 400;
const SHORT_TEXT_LENGTH = 150;
/** At most this many cases of an alert are shown, and at most this much about them. */
const CASES = 10;
const CASES_LENGTH = 1800;
const EXPLANATIONS_LENGTH = 600;
const REFUSALS_LENGTH = 700;
const HANDLED_LENGTH = 700;

/** The author's part of an alert. */
export interface AuthorFacts {
  /** Before the oldest case of the alert; null: Discord does not say who the author is. */
  readonly history: AuthorHistory | null;
}

/**
 * The alert about one or more cases of an author: what happened, the text, and in small what helps to decide. It is short,
 * because moderators read many of them on their phones.
 */
export function alertEmbed(renderer: Renderer, post: AlertPost, facts: AuthorFacts): APIEmbed {
  const { policy } = post;
  const [only, ...others] = post.cases;
  const records = post.cases.map(({ record }) => record);
  const { shared, own } = handledLines(renderer, records);
  const handled = [...(others.length === 0 ? (own.get(only.record.number) ?? []) : []), ...shared];
  const description = [
    ...(others.length === 0
      ? caseLines(renderer, { ...only, policy, ...facts, textLength: TEXT_LENGTH })
      : severalLines(renderer, { ...post, ...facts, own })),
    ...refusals(renderer, records),
    ...latestThatFit(renderer, handled),
  ].join('\n');
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
  }: AlertCase & AuthorFacts & { readonly policy: Policy; readonly textLength: number },
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
    ...firstThatFit(explanations(renderer, record), EXPLANATIONS_LENGTH).map((line) =>
      small([line]),
    ),
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

/** The newest cases, newest last. */
function severalLines(
  renderer: Renderer,
  { cases, policy, history, own }: AlertPost & AuthorFacts & { readonly own: HandledLines['own'] },
): string[] {
  const { t, mention } = renderer;
  const records = cases.map(({ record }) => record);
  const heads = new Set(records.map((record) => headOf(t, record, policy)));
  const places = new Set(records.map((record) => placeOf(t, record)));
  const linesOf = ({ record, text }: AlertCase): string => {
    const [handled = null] = (own.get(record.number) ?? []).slice(-1);
    const parts = [
      heads.size > 1 ? headOf(t, record, policy) : null,
      places.size > 1 ? placeOf(t, record) : null,
      blockedWordsText(t, record.blockedWords),
      categoryOf(t, record),
      keywordsOf(t, record),
      ...originNotes(t, record),
      ruleNote(t, record.rule),
      linkOf(t, record),
      `#${record.number}`,
      handled?.split('\n')[0] ?? null,
    ];
    const words = wordsOf(renderer, { record, text, policy, maxLength: SHORT_TEXT_LENGTH });
    return `${words}\n${small(parts)}`;
  };
  const [head = ''] = heads;
  const count = cases.length;
  const shown = firstThatFit(cases.slice(-CASES).map(linesOf).toReversed(), CASES_LENGTH);
  const earlier = count - shown.length;
  const command = mention('case list');
  return [
    headLine(
      renderer,
      records,
      heads.size === 1 ? `${head} ×${count}` : t('alerts:head.several', { count }),
    ),
    ...(earlier === 0 ? [] : [small([t('alerts:earlier', { count: earlier, command })])]),
    ...shown.toReversed(),
    ...[small(authorFacts(renderer, records, history))].filter((line) => line !== ''),
  ];
}

/** `**Deleted** · @carol in #general · **threat 98%**`. */
function headLine({ t }: Renderer, records: readonly Case[], head: string): string {
  const newest = records.at(-1);
  if (newest === undefined) return '';
  const places = new Set(records.map((record) => placeOf(t, record)));
  const author = authorOf(t, newest);
  const where = places.size > 1 ? author : whereOf(t, newest);
  const manual = records.length === 1 ? manualActionOf(newest) : null;
  const by = manual === null ? [] : [t('alerts:byModerator', { user: userMention(manual.by.id) })];
  const parts = [
    blockedWordsText(t, newest.blockedWords),
    categoryOf(t, newest),
    keywordsOf(t, newest),
  ];
  const reasons = (records.length === 1 ? parts : []).flatMap((reason) =>
    reason === null ? [] : [`**${reason}**`],
  );
  return [`**${head}**`, where, ...by, ...reasons].join(' · ');
}

/** Facts that help to judge the author, and whether they know. */
function authorFacts(
  renderer: Renderer,
  records: readonly Case[],
  earlier: AuthorHistory | null,
): (string | null)[] {
  const { t, show, mention } = renderer;
  const newest = records.at(-1);
  if (newest === undefined) return [];
  const { escalation, author } = newest;
  const strikes =
    escalation === null
      ? null
      : t('alerts:facts.strikes', { strikes: escalation.strikes, count: escalation.windowDays });
  const history = earlier === null ? null : historyText(renderer, earlier);
  const joined =
    author.joinedAt === null
      ? null
      : t('alerts:facts.joined', { time: timestamp(author.joinedAt, 'R') });
  const notices = records.flatMap(({ steps }) =>
    steps.flatMap(({ effect, outcome }) => (effect.kind === 'notice' && outcome ? [outcome] : [])),
  );
  const notice = notices.find(({ status }) => status === 'done') ?? notices.at(-1);
  switch (notice?.status) {
    case 'done':
      return [strikes, history, joined, t('alerts:facts.dmSent')];
    case 'refused': {
      // Only members of the server can use the command.
      const dm = records.some(isRemoved)
        ? t('alerts:facts.dmRefusedRemoved')
        : t('alerts:facts.dmRefused', { command: mention('record mine') });
      return [strikes, history, joined, dm];
    }
    case 'deferred':
      return [strikes, history, joined, show(notice.detail)];
    case 'watched':
    case undefined:
      return [strikes, history, joined];
  }
}

function isRemoved(record: Case): boolean {
  const { isBanned, irreversible } = activeEffectsOf(record);
  return isBanned || irreversible.includes('kick');
}

/** Why it was not checked or not done, and what was different from what the head says. */
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
      ? [
          truncate(
            `${show(judgement.reason)} ${t('alerts:judgeYourself')}`,
            EXPLANATIONS_LENGTH - 1,
          ),
        ]
      : [];
  // A keyword is in the first line.
  const occasion =
    judgement.kind === 'moderator' && keywords.length === 0 ? [show(judgement.occasion)] : [];
  if (withheld === null) return [...unchecked, ...occasion, ...details];
  const actions = withheld.effects.map(({ kind }) => t(`effects:infinitive.${kind}`)).join(', ');
  return [...unchecked, t(`alerts:withheldFrom.${withheld.rank}`, { actions }), ...details];
}

/** Parts in small letters; empty without any. */
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
