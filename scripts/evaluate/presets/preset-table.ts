import { atLeast, atMost, shareAtLeast, type Gate } from '../gates.ts';
import { percent, table } from '../report.ts';
import type { Affected, PresetFigures, PresetSets } from './preset-figures.ts';

/**
 * Limits per preset: how many of 10,000 everyday messages it may affect, and the minimum share of harmful ones among its
 * deletions.
 */
const LIMITS = {
  relaxed: { everydayDeleted: 2, everydayTouched: 20, precision: 0.97 },
  normal: { everydayDeleted: 3, everydayTouched: 60, precision: 0.97 },
  strict: { everydayDeleted: 6, everydayTouched: 60, precision: 0.95 },
} as const;
const UNIT = 10_000;
const perUnit = (share: number) => ({ value: share * UNIT, unit: 'of 10,000' });

const both = ({ deleted, touched }: Affected, digits: number): string =>
  `${percent(deleted, digits)} / ${percent(touched, digits)}`;

function presetTable(figures: readonly PresetFigures[]): string {
  return table(
    [
      'preset',
      'everyday messages: deleted / deleted or alert',
      'harmful chat lines: deleted / deleted or alert',
      'harmless look-alikes: deleted / deleted or alert',
      'precision on chat lines: deleted / deleted or alert',
      'precision on collected texts: deleted / deleted or alert',
    ],
    figures.map((row) => [
      `\`${row.preset}\``,
      both(row.everyday, 3),
      both(row.chatHarmful, 1),
      both(row.chatHarmless, 1),
      both(row.chatPrecision, 1),
      both(row.collectedPrecision, 1),
    ]),
  );
}

/** Notes that explain the figures. */
function presetNotes({ everyday, chat, collected }: PresetSets): string {
  const harmful = chat.filter(({ isHarmful }) => isHarmful).length;
  const offensive = collected.filter(({ isHarmful }) => isHarmful).length;
  return [
    `Measured on ${everyday.length} everyday messages in many languages, on ${chat.length} chat lines and on ${collected.length} posts. The chat lines were`,
    `written for it: ${harmful} are harmful, the others only look so. The posts were collected in search of offence: ${offensive} are rated`,
    'toxic. Precision is the share that is harmful of what a preset deletes, and of all it deletes or alerts about.',
  ].join('\n');
}

/** A Markdown table written for moderators. */
export function presetSection(figures: readonly PresetFigures[], sets: PresetSets): string {
  return `${presetTable(figures)}\n\n${presetNotes(sets)}`;
}

export function presetGates(figures: readonly PresetFigures[]): Gate[] {
  const gates = figures.flatMap(({ preset, everyday, chatPrecision }) => {
    const limits = LIMITS[preset];
    return [
      atMost(
        `${preset}: everyday messages deleted`,
        limits.everydayDeleted,
        perUnit(everyday.deleted),
      ),
      atMost(
        `${preset}: everyday messages deleted or alerted about`,
        limits.everydayTouched,
        perUnit(everyday.touched),
      ),
      shareAtLeast(
        `${preset}: precision of deletions, chat lines`,
        limits.precision,
        chatPrecision.deleted,
      ),
    ];
  });
  const recalls = figures.map(({ chatHarmful }) => chatHarmful.deleted);
  const isRising = recalls.every((recall, index) => recall >= (recalls[index - 1] ?? 0));
  return [
    ...gates,
    atLeast('each preset deletes at least as much as the one before', 1, isRising ? 1 : 0),
  ];
}
