import type { Translate } from '../../locales/translate.ts';
import type { EffectCounts } from '../../domain/figures/effect-counts.ts';

/** One line per effect, with its count; a sentence if there are no effects. */
export function effectLines(t: Translate, { byEffect }: EffectCounts): string {
  if (byEffect.size === 0) return t('effects:counts.none');
  return [...byEffect]
    .map(([kind, cases]) =>
      t('effects:counts.line', { effect: t(`effects:infinitive.${kind}`), cases }),
    )
    .join('\n');
}
