import { z } from 'zod';
import { readSections, writeSections } from '../model/sections.ts';

const metaSchema = z.object({
  languages: z.array(
    z.object({
      /** The detector's code, such as `pt`. */
      code: z.string(),
      bias: z.number(),
      scale: z.number(),
      /** True if a repeated feature counts only once. */
      countsOnce: z.boolean(),
      /** Maps the sum to the logit of a calibrated probability. */
      slope: z.number(),
      offset: z.number(),
      /** The calibrated probability from which a text is flagged. */
      flag: z.number(),
    }),
  ),
});
export type LanguageMeta = z.infer<typeof metaSchema>['languages'][number];

export interface LanguageWeights {
  meta: LanguageMeta;
  /** One weight per bucket; the number of buckets is a power of two. */
  table: Int8Array;
}

export function writeLanguageWeights(languages: readonly LanguageWeights[]): Uint8Array {
  return writeSections(
    { languages: languages.map(({ meta }) => meta) },
    Object.fromEntries(languages.map(({ meta, table }) => [meta.code, table])),
  );
}

export function readLanguageWeights(file: Uint8Array): LanguageWeights[] {
  const sections = readSections(file);
  return metaSchema.parse(sections.meta).languages.map((meta) => {
    const table = sections.get(meta.code);
    if (!(table instanceof Int8Array) || (table.length & (table.length - 1)) !== 0) {
      throw new TypeError(`the weights for ${meta.code} are no table of a power of two`);
    }
    return { meta, table };
  });
}
