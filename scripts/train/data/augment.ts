import { HEADS } from '../../../src/service/engine/model/shape.ts';
import { attackText, ATTACKS } from './attacks.ts';
import type { Example, Labels } from './example.ts';
import { createRandom, TRAINING_SEED } from '../random.ts';

const COPY_SHARE = 0.15;
const JOINED_SHARE = 0.12;
const COPY_WEIGHT = 0.7;

/** Copies of some texts, with words disguised by the attacks that are trained. */
export function disguisedCopies(examples: readonly Example[]): Example[] {
  const random = createRandom(TRAINING_SEED + 1);
  const attacks = ATTACKS.filter(({ isTrained }) => isTrained);
  return examples
    .filter(() => random.next() < COPY_SHARE)
    .map((example) => {
      const share = random.next() < 0.5 ? 1 : 0.4;
      const text = attackText(example.text, random.pick(attacks), { random, share });
      return { ...example, text, weight: example.weight * COPY_WEIGHT };
    });
}

/** Texts joined from one dataset, about as long as the parts in which long messages are scored. */
export function joinedTexts(examples: readonly Example[], share = JOINED_SHARE): Example[] {
  const random = createRandom(TRAINING_SEED + 4);
  const bySource = new Map<string, Example[]>();
  for (const example of examples) {
    const peers = bySource.get(example.source);
    if (peers === undefined) bySource.set(example.source, [example]);
    else peers.push(example);
  }
  return examples
    .filter(() => random.next() < share)
    .map((example) => {
      const peers = bySource.get(example.source) ?? examples;
      const parts = [
        example,
        ...Array.from({ length: 1 + random.below(2) }, () => random.pick(peers)),
      ];
      const labels: Labels = {};
      for (const head of HEADS) {
        const partLabels = parts.map((part) => part.labels[head]);
        // A joined text is as harmful as its worst part. Mixed sentiment is no usable label.
        if (head === 'sentiment' || partLabels.includes(undefined)) continue;
        labels[head] = Math.max(...partLabels.map((label) => label ?? 0));
      }
      return {
        ...example,
        text: parts.map(({ text }) => text).join(random.pick([' ', '. ', '\n'])),
        labels,
      };
    });
}
