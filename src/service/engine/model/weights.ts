import { z } from 'zod';
import type { LexiconData } from '../normalise/lexicon.ts';
import { HEAD_COUNT } from './shape.ts';

const perHead = z.array(z.number()).length(HEAD_COUNT);

export const metaSchema = z.object({
  version: z.string(),
  /** Per head: maps the sum of both models' logits to the logit of a calibrated probability. */
  calibration: z.object({ slope: perHead, offset: perHead }),
  /** Thresholds on calibrated probabilities: `toxic` and `hate` for yes/no classification, the others for actions. */
  thresholds: z.object({
    toxic: z.number(),
    hate: z.number(),
    flag: z.number(),
    flagHate: z.number(),
    flagAggressive: z.number(),
    delete: z.number(),
  }),
});
export type Meta = z.infer<typeof metaSchema>;

/** Bits of a word's mark: its class, plus flags. */
export const WordMark = { classMask: 3, curse: 4, harmful: 8 } as const;

/** A quantised table: integer weights and a scale per column. */
export interface Quantised {
  values: Int8Array;
  scales: Float32Array;
}

export interface Weights {
  meta: Meta;
  lexicon: LexiconData;
  /** Bits of `WordMark`, by word id. */
  marks: Uint8Array;
  linear: { own: Quantised; gram: Quantised; pair: Quantised; bias: Float32Array };
  conv: {
    own: Quantised;
    filter: Float32Array;
    filterBias: Float32Array;
    hidden: Float32Array;
    hiddenBias: Float32Array;
    out: Float32Array;
    outBias: Float32Array;
  };
}

/** Quantises a row-major table of `columns` columns to bytes, with a scale per column. */
export function quantise(table: Float32Array, columns: number): Quantised {
  const scales = new Float32Array(columns);
  for (let at = 0; at < table.length; at += 1) {
    const column = at % columns;
    scales[column] = Math.max(scales[column] ?? 0, Math.abs(table[at] ?? 0) / 127);
  }
  const values = Int8Array.from(table, (value, at) => {
    const scale = scales[at % columns] ?? 0;
    return scale === 0 ? 0 : Math.round(value / scale);
  });
  return { values, scales };
}
