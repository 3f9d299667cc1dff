import { HEAD_COUNT } from '../../src/service/engine/model/shape.ts';
import type { Dataset } from './encode.ts';
import { sigmoid } from './sigmoid.ts';
import type { Teacher } from './teachers.ts';

/** How much of a label is what the teachers say; the rest is what the text's set says. */
const TEACHERS_SHARE = 0.3;
/** What a label counts that the teachers alone give. */
const UNLABELLED_WEIGHT = 0.2;

/**
 * Labels made of what a text's set says and of what those teachers say that were not taught that. Texts written for
 * this project keep theirs: there is no doubt about them.
 */
export function softened(
  data: Dataset,
  teachers: readonly Teacher[],
  isCertain: (text: number) => boolean,
): Dataset {
  const labels = data.labels.slice();
  const weights = data.weights.slice();
  for (let text = 0; text < data.count; text += 1) {
    const untaught = teachers.filter(({ isTaught }) => !isTaught(text));
    for (let at = text * HEAD_COUNT; at < (text + 1) * HEAD_COUNT; at += 1) {
      const label = labels[at] ?? -1;
      if (label >= 0 && isCertain(text)) continue;
      const judges = label < 0 ? teachers : untaught;
      const logit = judges.reduce((sum, { logits }) => sum + (logits[at] ?? 0), 0) / judges.length;
      if (label < 0) weights[at] = (weights[at] ?? 1) * UNLABELLED_WEIGHT;
      labels[at] = label < 0 ? sigmoid(logit) : label + TEACHERS_SHARE * (sigmoid(logit) - label);
    }
  }
  return { ...data, labels, weights };
}
