import type { Case, Deed, Ruling } from '../../moderation/case.ts';
import type { Outcome } from '../../moderation/effects.ts';
import { isReversal, standingOf } from '../../moderation/rulings.ts';
import { defuse, truncate } from '../text.ts';
import { duration } from '../texts.ts';
import { rulings as texts } from '../texts-rulings.ts';

/** Of a reason, a mend or what a moderator wrote. */
const SENTENCE_LENGTH = 250;

/** What came of a ruling, in a word: done, only tried, or not through yet. */
export function rulingHead({ kind, steps, endedAt }: Ruling): string {
  if (endedAt === null) return texts.pending[kind];
  const failed = steps.length > 0 && steps.every(({ outcome }) => outcome?.status === 'refused');
  return (failed ? texts.tried : texts.head)[kind];
}

/** What a moderator did and what came of it, a line each. */
export function rulingLines(record: Case, ruling: Ruling): string[] {
  const { kind, by, at, reason, steps } = ruling;
  const came = steps.flatMap(({ deed, outcome }) =>
    outcome === null ? [] : [stepLine(deed, outcome)],
  );
  const head = `**${rulingHead(ruling)}** · ${texts.by(by.id, at)}`;
  return [
    reason === null ? head : `${head}: ${defuse(reason, SENTENCE_LENGTH)}`,
    ...came,
    ...(kind === 'pardon' ? [`ℹ️ ${texts.pardoned}`] : []),
    ...(kind === 'undo' || kind === 'pardon' ? lastingLines(record) : []),
  ];
}

/** All rulings of a case within so many characters: the latest ones whole if they fit, rather than all of them cut. */
export function rulingsText(record: Case, maxLength: number): string {
  const blocks = record.rulings.map((ruling) => rulingLines(record, ruling).join('\n'));
  const shown: string[] = [];
  let left = maxLength - texts.earlier.length - 1;
  for (const whole of blocks.toReversed()) {
    // The latest one is shown, however long it is.
    const block = shown.length === 0 ? truncate(whole, left - 1) : whole;
    if (block.length + 1 > left) return [texts.earlier, ...shown].join('\n');
    shown.unshift(block);
    left -= block.length + 1;
  }
  return shown.join('\n');
}

function stepLine(deed: Deed, outcome: Outcome): string {
  const more = moreOf(deed);
  switch (outcome.status) {
    case 'done': {
      const { detail } = outcome;
      if (detail !== undefined && isReversal(deed)) return `ℹ️ ${detail}`;
      return `✅ ${texts.done[deed.kind]}${more}${detail === undefined ? '' : `. ${detail}`}`;
    }
    case 'refused':
      return `⛔ ${defuse(outcome.reason, SENTENCE_LENGTH)}\n🔧 ${defuse(outcome.mend, SENTENCE_LENGTH)}`;
    case 'shadowed':
      return `👁️ ${texts.done[deed.kind]}${more}`;
  }
}

/** Which role, or for how long. */
function moreOf(deed: Deed): string {
  if ('roleId' in deed) return ` (<@&${deed.roleId}>)`;
  return deed.kind === 'timeout' && deed.seconds !== undefined
    ? ` (${duration(deed.seconds)})`
    : '';
}

/** What nobody can take back is said plainly. */
function lastingLines(record: Case): string[] {
  const { lasting } = standingOf(record);
  if (lasting.length === 0) return [];
  const words = lasting.map((kind) => texts.lasting[kind]).join('; ');
  return [`⚠️ ${texts.cannot} ${words}.`];
}
