import { HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';
import type { Dataset } from '../data/encode.ts';
import { sigmoid } from '../sigmoid.ts';
import type { Teacher } from './teachers.ts';

/** The teachers' share of a label; the rest comes from the dataset. */
const TEACHERS_SHARE = 0.3;
/** The weight of a label that comes only from the teachers. */
const UNLABELLED_WEIGHT = 0.2;

/**
 * Mixes the datasets' labels with the predictions of those teachers that weren't trained on the text. This project's own texts
 * keep their labels, which are certain.
 */
export function softenLabels(
  data: Dataset,
  teachers: readonly Teacher[],
  isCertain: (text: number) => boolean,
): Dataset {
  const labels = data.labels.slice();
  const weights = data.weights.slice();
  for (let text = 0; text < data.count; text += 1) {
    const untaught = teachers.filter(({ wasTrainedOn }) => !wasTrainedOn(text));
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
