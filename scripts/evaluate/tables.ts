import { ATTACKS } from '../train/data/attacks.ts';
import type { Figures } from './figures.ts';
import { atLeast, atMost, shareAtLeast, shareAtMost, type Gate } from './gates.ts';
import type { PresetFigures } from './presets/preset-figures.ts';
import { presetGates } from './presets/preset-table.ts';
import { fixed, percent, table } from './report.ts';
import { verdictGates } from './verdicts/gates.ts';
import { verdictSections } from './verdicts/tables.ts';

export interface Load {
  ms: number;
  megabytes: number;
}

const MAX_LOSS = 0.1;

function gatesOf(figures: Figures, load: Load): Gate[] {
  const aucOf = (name: string): number =>
    figures.sets.find((set) => set.name === name)?.toxic.auc ?? 0;
  const worst = figures.hateCheck.functionalities.toSorted((a, b) => a.accuracy - b.accuracy)[0];
  const { cleanRecall, attacks } = figures.robustness;
  const ordinary =
    figures.speed.longUs.find(({ name }) => name === 'ordinary text')?.us ?? Infinity;
  const longest = figures.speed.longUs.toSorted((a, b) => b.us - a.us)[0];
  const losses = attacks.map(({ name, recall }) => ({ name, loss: cleanRecall - recall }));
  const worstLoss = losses.toSorted((a, b) => b.loss - a.loss)[0];
  return [
    atLeast('OLID, AUC', 0.85, aucOf('OLID')),
    atLeast('OLID, macro-F1', 0.75, figures.sets[0]?.toxic.macroF1 ?? 0),
    atLeast('Wikipedia, AUC', 0.94, aucOf('Wikipedia')),
    atLeast('Wikipedia fuzzed, AUC', 0.92, aucOf('Wikipedia, fuzzed')),
    atLeast('Gab, AUC', 0.86, aucOf('Gab')),
    shareAtLeast('HateCheck, accuracy', 0.76, figures.hateCheck.accuracy),
    shareAtLeast(
      `HateCheck, worst functionality (${worst?.name ?? ''})`,
      0.4,
      worst?.accuracy ?? 0,
    ),
    shareAtMost(
      `worst loss of recall under ${ATTACKS.length} attacks (${worstLoss?.name ?? ''})`,
      MAX_LOSS,
      worstLoss?.loss ?? 1,
    ),
    shareAtLeast('precision of delete, OLID and Wikipedia', 0.95, figures.precision.deleted),
    shareAtLeast('precision of flag or delete, OLID and Wikipedia', 0.8, figures.precision.flagged),
    shareAtMost('GoEmotions-neutral flagged or deleted', 0.01, figures.neutral.flagged),
    shareAtMost('GoEmotions-neutral deleted', 0.001, figures.neutral.deleted),
    atLeast('sentiment, TweetEval, AUC', 0.89, figures.sentiment[0]?.auc ?? 0),
    shareAtLeast('language, under 60 characters', 0.99, figures.language.all),
    atMost('time per message: normaliser, models and rules', 25, {
      value: figures.speed.engineUs,
      unit: 'µs',
    }),
    atMost('time per message with language detection', 60, {
      value: figures.speed.engineUs + figures.speed.languageUs,
      unit: 'µs',
    }),
    atMost('4,000 characters, ordinary text', 300, { value: ordinary, unit: 'µs' }),
    atMost(`4,000 characters, worst (${longest?.name ?? ''})`, 300, {
      value: longest?.us ?? Infinity,
      unit: 'µs',
    }),
    atMost('load time', 150, { value: load.ms, unit: 'ms' }),
    atMost('memory', 60, { value: load.megabytes, unit: 'MB' }),
  ];
}

function setTables(figures: Figures): string {
  const engine = figures.sets.map(({ name, toxic, flagged, deleted }) => [
    name,
    fixed(toxic.auc),
    fixed(toxic.f1),
    fixed(toxic.macroF1),
    `${fixed(toxic.precision)} / ${fixed(toxic.recall)}`,
    `${fixed(flagged.precision)} / ${fixed(flagged.recall)}`,
    `${fixed(deleted.precision)} / ${fixed(deleted.recall)}`,
  ]);
  const baselines = figures.sets.flatMap(({ name, toxic, baselines }) => [
    [
      name,
      'this engine',
      fixed(toxic.f1),
      fixed(toxic.macroF1),
      `${fixed(toxic.precision)} / ${fixed(toxic.recall)}`,
    ],
    ...baselines.map(({ name: baseline, measures }) => [
      name,
      baseline,
      fixed(measures.f1),
      fixed(measures.macroF1),
      `${fixed(measures.precision)} / ${fixed(measures.recall)}`,
    ]),
  ]);
  return [
    table(
      [
        'test set',
        'AUC',
        'F1',
        'macro-F1',
        'toxic: P / R',
        'flag or delete: P / R',
        'delete: P / R',
      ],
      engine,
    ),
    table(['test set', 'filter', 'F1', 'macro-F1', 'P / R'], baselines),
  ].join('\n\n');
}

/** All figures of a run as Markdown, for the terminal and the model card. */
export function toMarkdown(
  figures: Figures & { presets: readonly PresetFigures[] },
  load: Load,
): { text: string; missed: number } {
  const gates = [
    ...gatesOf(figures, load),
    ...verdictGates(figures.verdicts),
    ...presetGates(figures.presets),
  ];
  const { robustness, overlap, language } = figures;
  const parts = [
    '### Gates',
    table(
      ['metric', 'target', 'measured', ''],
      gates.map(({ name, target, measured, isMet }) => [
        name,
        target,
        measured,
        isMet ? 'met' : '**missed**',
      ]),
    ),
    '### Toxicity',
    setTables(figures),
    `### HateCheck: ${percent(figures.hateCheck.accuracy)} correct, AUC ${fixed(figures.hateCheckAuc)}`,
    table(
      ['functionality', 'texts', 'correct'],
      figures.hateCheck.functionalities.map(({ name, texts, accuracy }) => [
        name,
        texts,
        percent(accuracy, 0),
      ]),
    ),
    `### Disguises: recall at 5 % false positives on ${robustness.texts} toxic texts of OLID and Wikipedia, with every word disguised`,
    table(
      ['attack', 'seen in training', 'recall'],
      [
        ['none', '', fixed(robustness.cleanRecall)],
        ...robustness.attacks.map(({ name, isTrained, recall }) => [
          name,
          isTrained ? 'yes' : 'no',
          fixed(recall),
        ]),
      ],
    ),
    ...verdictSections(figures.verdicts),
    '### Other measurements',
    table(
      ['metric', 'value'],
      [
        ...figures.sentiment.map(({ name, auc }) => [
          `sentiment of TweetEval, AUC, ${name}`,
          fixed(auc),
        ]),
        ['political headlines, AUC', fixed(figures.politicalAuc)],
        [
          `language, accuracy on ${language.texts} texts under 60 characters`,
          percent(language.all),
        ],
        ['the same, without Arabic in Latin letters', percent(language.ownScript)],
        ...figures.speed.longUs.map(({ name, us }) => [
          `4,000 characters, ${name}`,
          `${us.toFixed(0)} µs`,
        ]),
        [`authored texts identical to a test text, of ${overlap.authored}`, overlap.same.length],
        ['six-word sequences in both', overlap.grams.length],
      ],
    ),
  ];
  return { text: parts.join('\n\n'), missed: gates.filter(({ isMet }) => !isMet).length };
}
