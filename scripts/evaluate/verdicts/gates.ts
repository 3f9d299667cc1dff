import { atLeast, shareAtLeast, shareAtMost, type Gate } from '../gates.ts';
import { SEVERE, type ChatRow } from './chat.ts';
import type { VerdictFigures } from './collect.ts';
import type { LanguageRow } from './languages.ts';
import type { ScamRow } from './scams.ts';

/** The results of a baseline per language: AUC, and recall at 5 % false positives. */
const LANGUAGE_TARGETS: readonly (readonly [string, number, number])[] = [
  ['ro', 0.9, 0.6],
  ['pt', 0.88, 0.54],
  ['ko', 0.87, 0.55],
  ['zh', 0.86, 0.35],
  ['de', 0.79, 0.3],
  ['ar', 0.8, 0.32],
  ['fr', 0.72, 0.2],
  ['ur-Latn', 0.95, 0.78],
];
/** Languages with toxic texts for measuring but none for training. */
const UNTRAINED: ReadonlySet<string> = new Set(['uk', 'hi', 'it', 'am', 'he', 'tt']);

/** The row with the smallest value; rows with an unknown value don't count. */
function lowest<T>(rows: readonly T[], valueOf: (row: T) => number): T | undefined {
  return rows
    .filter((row) => Number.isFinite(valueOf(row)))
    .toSorted((a, b) => valueOf(a) - valueOf(b))[0];
}

function chatGates({ chat }: VerdictFigures): Gate[] {
  const rowOf = (kind: string): ChatRow | undefined => chat.rows.find((row) => row.kind === kind);
  const severe = SEVERE.flatMap((kind) => rowOf(kind) ?? []);
  const deletedShare = ({ touched, deleted }: ChatRow): number =>
    touched === 0 ? 0 : deleted / touched;
  const rarest = lowest(severe, ({ touched }) => touched);
  const kept = lowest(severe, deletedShare);
  return [
    shareAtLeast(
      `chat lines, worst severe category (${rarest?.kind ?? ''})`,
      0.6,
      rarest?.touched ?? 0,
    ),
    shareAtLeast('chat lines, all harmful ones', 0.75, chat.recall),
    shareAtMost('chat lines, harmless ones touched', 0.03, chat.harmlessTouched),
    shareAtMost('chat lines, harmless ones deleted', 0, chat.harmlessDeleted),
    shareAtLeast(
      `deleted of what is found, worst severe category (${kept?.kind ?? ''})`,
      0.5,
      kept === undefined ? 0 : deletedShare(kept),
    ),
    shareAtLeast('precision of delete, chat lines', 0.98, chat.deletePrecision),
    shareAtMost('insults deleted', 0.05, rowOf('insult')?.deleted ?? 1),
    shareAtMost('cursing at nobody deleted', 0, rowOf('vulgarity')?.deleted ?? 1),
  ];
}

function languageGates({ languages }: VerdictFigures): Gate[] {
  const targets = LANGUAGE_TARGETS.flatMap(([language, area, recall]) => {
    const row = languages.find((other) => other.language === language);
    return [
      atLeast(`${language}, AUC`, area, row?.auc ?? 0),
      atLeast(
        `${language}, recall at 5 % false positives`,
        recall,
        row?.recallAtFalsePositives ?? 0,
      ),
    ];
  });
  const most = (valueOf: (row: LanguageRow) => number): LanguageRow | undefined =>
    lowest(languages, (row) => -valueOf(row));
  const touched = most(({ ordinaryTouched }) => ordinaryTouched);
  const deleted = most(({ ordinaryDeleted }) => ordinaryDeleted);
  const worstToxic = (isTrained: boolean): LanguageRow | undefined =>
    lowest(
      languages.filter(({ language }) => UNTRAINED.has(language) !== isTrained),
      ({ toxicTouched }) => toxicTouched,
    );
  const [trained, untrained] = [worstToxic(true), worstToxic(false)];
  return [
    ...targets,
    shareAtMost(
      `ordinary sentences touched, worst language (${touched?.language ?? ''})`,
      0.005,
      touched?.ordinaryTouched ?? 1,
    ),
    shareAtMost(
      `ordinary sentences deleted, worst language (${deleted?.language ?? ''})`,
      0,
      deleted?.ordinaryDeleted ?? 1,
    ),
    shareAtLeast(
      `toxic sentences touched, worst trained language (${trained?.language ?? ''})`,
      0.35,
      trained?.toxicTouched ?? 0,
    ),
    shareAtLeast(
      `toxic sentences touched, worst other language (${untrained?.language ?? ''})`,
      0.15,
      untrained?.toxicTouched ?? 0,
    ),
  ];
}

/** The targets for the verdicts. */
export function verdictGates(figures: VerdictFigures): Gate[] {
  const [conversation, emoji] = figures.conversations;
  const scamsOf = (name: string): ScamRow | undefined =>
    figures.scams.find((row) => row.name === name);
  return [
    atLeast('ConvAbuse, precision of flag or delete', 0.85, conversation?.precision ?? 0),
    atLeast('ConvAbuse, recall of flag or delete', 0.65, conversation?.recall ?? 0),
    atLeast('Hatemoji, AUC', 0.85, emoji?.auc ?? 0),
    ...chatGates(figures),
    ...languageGates(figures),
    shareAtLeast(
      'phishing domains not on the list, found',
      0.7,
      scamsOf('held-out phishing domains')?.found ?? 0,
    ),
    shareAtMost('ordinary hosts found', 0.001, scamsOf('ordinary hosts')?.found ?? 1),
    shareAtLeast('scam chat lines touched', 0.7, scamsOf('scam chat lines')?.touched ?? 0),
    shareAtMost('neutral texts that look like scams', 0.001, scamsOf('neutral texts')?.found ?? 1),
    shareAtMost('technical texts touched', 0.01, figures.technical.touched),
    shareAtMost('technical texts deleted', 0.001, figures.technical.deleted),
  ];
}
