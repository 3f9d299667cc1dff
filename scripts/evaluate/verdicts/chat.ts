import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import type { ChatLine } from '../sets/chat-lines.ts';
import { isDeleted, isTouched, shareOf, type Subject, type Verdict } from './verdict.ts';

/** Categories that are at most flagged. */
const MILD: ReadonlySet<Category> = new Set(['insult', 'vulgarity']);
export const SEVERE = CATEGORIES.filter((category) => !MILD.has(category));

export interface ChatRow {
  kind: string;
  isHarmful: boolean;
  lines: number;
  /** Shares of the lines that the verdict touches. */
  touched: number;
  deleted: number;
  /** The precision of this category among the touched lines; null for kinds that are not a category. */
  precision: number | null;
  /** The share of lines that each word list touches. */
  filters: readonly number[];
}

export interface ChatFigures {
  rows: readonly ChatRow[];
  filterNames: readonly string[];
  /** Recall over all harmful lines, and the shares of harmless lines that are touched and deleted. */
  recall: number;
  harmlessTouched: number;
  harmlessDeleted: number;
  /** The share of deleted lines that belong to a severe category. */
  deletePrecision: number;
}

interface JudgedLine {
  line: ChatLine;
  verdict: Verdict;
}

function rowOf(kind: string, judged: readonly JudgedLine[], { filters }: Subject): ChatRow {
  const own = judged.filter(({ line }) => line.kind === kind);
  const category = own[0]?.line.category ?? null;
  const named = judged.filter(({ verdict }) => verdict.category === category && isTouched(verdict));
  return {
    kind,
    isHarmful: own[0]?.line.isHarmful === true,
    lines: own.length,
    touched: shareOf(own, ({ verdict }) => isTouched(verdict)),
    deleted: shareOf(own, ({ verdict }) => isDeleted(verdict)),
    precision: category === null ? null : shareOf(named, ({ line }) => line.category === category),
    filters: filters.map((filter) => shareOf(own, ({ line }) => filter.hits(line.text))),
  };
}

/** Measures the verdicts on the chat lines, by category and by kind of harmless line. */
export function measureChat(subject: Subject, lines: readonly ChatLine[]): ChatFigures {
  const judged = lines.map((line) => ({ line, verdict: subject.judge(line.text) }));
  const harmful = judged.filter(({ line }) => line.isHarmful);
  const harmless = judged.filter(({ line }) => !line.isHarmful);
  const deleted = judged.filter(({ verdict }) => isDeleted(verdict));
  const isSevere = (category: Category | null): boolean =>
    category !== null && SEVERE.includes(category);
  return {
    rows: [...new Set(lines.map(({ kind }) => kind))].map((kind) => rowOf(kind, judged, subject)),
    filterNames: subject.filters.map(({ name }) => name),
    recall: shareOf(harmful, ({ verdict }) => isTouched(verdict)),
    harmlessTouched: shareOf(harmless, ({ verdict }) => isTouched(verdict)),
    harmlessDeleted: shareOf(harmless, ({ verdict }) => isDeleted(verdict)),
    deletePrecision: shareOf(deleted, ({ line }) => isSevere(line.category)),
  };
}
