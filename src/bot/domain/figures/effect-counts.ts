import { kindsBySeverity } from '../actions/action-facts.ts';
import type { EffectKind } from '../effects.ts';
import type { Case } from '../case.ts';
import type { Cases } from '../ports.ts';

/** In how many texts' effects each effect occurs. */
export interface EffectCounts {
  /** Texts with at least one effect. */
  readonly texts: number;
  /** The most severe effect first. */
  readonly byEffect: ReadonlyMap<EffectKind, number>;
}

const LISTED: readonly EffectKind[] = [...kindsBySeverity, 'alert'];

/** `all`: the effects of each text; steps of other kinds, such as a moderator's, do not count. */
export function countEffects(all: readonly (readonly { readonly kind: string }[])[]): EffectCounts {
  const counted = LISTED.map((kind): [EffectKind, number] => [
    kind,
    all.filter((effects) => effects.some((effect) => effect.kind === kind)).length,
  ]);
  return {
    texts: all.filter((effects) => effects.length > 0).length,
    byEffect: new Map(counted.filter(([, count]) => count > 0)),
  };
}

const PAGE = 100;

/** The cases that were opened in a span, newest first, at most `max`. */
export async function casesWithin(
  cases: Pick<Cases, 'list'>,
  guildId: string,
  { fromMs, toMs, max }: { readonly fromMs: number; readonly toMs: number; readonly max: number },
): Promise<Case[]> {
  const found: Case[] = [];
  let below: { below?: number } = {};
  for (;;) {
    const page = await cases.list(guildId, { limit: PAGE, ...below });
    for (const record of page) {
      if (record.openedAt < fromMs || found.length === max) return found;
      if (record.openedAt < toMs) found.push(record);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    below = { below: last.number };
  }
}
