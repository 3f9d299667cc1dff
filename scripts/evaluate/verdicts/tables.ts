import { fixed, percent, table } from '../report.ts';
import type { ChatFigures, ChatRow } from './chat.ts';
import type { VerdictFigures } from './collect.ts';
import type { ConversationRow } from './conversation.ts';
import { DISGUISES } from './disguises.ts';
import type { LanguageRow } from './languages.ts';
import type { ScamRow } from './scams.ts';

const share = (value: number): string => (Number.isFinite(value) ? percent(value) : '–');
/** Languages for which there are only ordinary sentences are listed if more than this share of them is touched. */
const NOTABLE = 0.005;

function chatTable({ rows, filterNames }: ChatFigures): string {
  const cells = ({ kind, lines, touched, deleted, precision, filters }: ChatRow): string[] => [
    kind,
    String(lines),
    share(touched),
    share(deleted),
    precision === null ? '' : share(precision),
    ...filters.map(share),
  ];
  const header = [
    'kind',
    'lines',
    'touched',
    'deleted',
    'precision of the category',
    ...filterNames,
  ];
  return [
    'Harmful lines, by category: what is touched is the recall.',
    table(header, rows.filter(({ isHarmful }) => isHarmful).map(cells)),
    'Harmless lines:',
    table(header, rows.filter(({ isHarmful }) => !isHarmful).map(cells)),
  ].join('\n\n');
}

function conversationTable(rows: readonly ConversationRow[]): string {
  return table(
    [
      'set',
      'texts',
      'AUC',
      'engine: P / R',
      ...(rows[0]?.filters.map(({ name }) => `${name}: P / R`) ?? []),
    ],
    rows.map(({ name, texts, auc, precision, recall, filters }) => [
      name,
      texts,
      fixed(auc),
      ...[{ precision, recall }, ...filters].map(
        (row) => `${fixed(row.precision, 2)} / ${fixed(row.recall, 2)}`,
      ),
    ]),
  );
}

function languageTables(rows: readonly LanguageRow[]): string {
  const measured = rows.filter(({ rated, toxic }) => rated > 0 || toxic > 0);
  const others = rows.filter(({ rated, toxic }) => rated === 0 && toxic === 0);
  const notable = others.filter(({ ordinaryTouched }) => ordinaryTouched > NOTABLE);
  const detailed = [...measured, ...notable].toSorted((a, b) =>
    a.language.localeCompare(b.language),
  );
  const total = others.reduce((sum, { ordinary }) => sum + ordinary, 0);
  const touched = others.reduce((sum, row) => sum + row.ordinary * row.ordinaryTouched, 0);
  return [
    table(
      [
        'language',
        'rated texts',
        'AUC',
        'recall at 5 % false positives',
        'P / R at the shipped thresholds',
        'touched',
        'toxic texts',
        'touched',
        'ordinary texts',
        'touched',
        'deleted',
        'raw word list: recall',
        'raw word list: ordinary touched',
      ],
      detailed.map((row) => [
        row.language,
        row.rated,
        fixed(row.auc),
        fixed(row.recallAtFalsePositives),
        `${fixed(row.precision, 2)} / ${fixed(row.recall, 2)}`,
        share(row.touched),
        row.toxic,
        share(row.toxicTouched),
        row.ordinary,
        Number.isFinite(row.ordinaryTouched) ? percent(row.ordinaryTouched, 2) : '–',
        Number.isFinite(row.ordinaryDeleted) ? percent(row.ordinaryDeleted, 2) : '–',
        share(row.listRecall),
        share(row.listOrdinary),
      ]),
    ),
    `In ${others.length} further languages, ${percent(touched / total, 2)} of ${total} ordinary sentences are touched; those above ${percent(NOTABLE)} are in the table.`,
    'Recall at 5 % false positives with every word disguised:',
    table(
      ['language', 'none', ...DISGUISES.map(({ name }) => name)],
      measured
        .filter(({ rated }) => rated > 0)
        .map(({ language, recallAtFalsePositives, disguised }) => [
          language,
          fixed(recallAtFalsePositives, 2),
          ...disguised.map((recall) => fixed(recall, 2)),
        ]),
    ),
  ].join('\n\n');
}

function scamTable(rows: readonly ScamRow[]): string {
  return table(
    ['texts', 'number', 'found by links and wording', 'touched by the verdict'],
    rows.map(({ name, texts, found, touched }) => [
      name,
      texts,
      percent(found, 2),
      percent(touched, 2),
    ]),
  );
}

/** The measurements of the verdicts, as Markdown. */
export function verdictSections({
  chat,
  conversations,
  languages,
  scams,
  technical,
}: VerdictFigures): string[] {
  return [
    `### Chat lines written for the evaluation: ${percent(chat.recall)} of the harmful ones touched, ${percent(chat.harmlessTouched)} of the harmless ones`,
    chatTable(chat),
    '### Talk to chat bots, and emoji as words',
    conversationTable(conversations),
    '### Languages',
    languageTables(languages),
    '### Scams',
    scamTable(scams),
    '### Technical texts',
    `Of ${technical.texts} paragraphs of the installed libraries' READMEs, ${percent(technical.touched, 2)} are touched and ${percent(technical.deleted, 2)} deleted.`,
  ];
}
