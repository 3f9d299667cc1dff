import { z } from 'zod';
import { analyticsTagSchema } from '../protocol/property.ts';

export interface AvailableAnalytics {
  /** To be given to `analytics`. What did not have a tag's shape is left out. */
  tags: string[];
  /** Empty where none was found. What is in an entry is not shown. */
  auditLogs: unknown[];
  /** The whole answer, for what is not found where we look. */
  answer: unknown;
}

const withTagsSchema = z.looseObject({
  tags: z.array(z.unknown()),
  auditLogs: z.array(z.unknown()).optional().catch(undefined),
});
const listSchema = z.array(z.unknown()).transform((tags) => ({ tags, auditLogs: [] }));
const bodySchema = z.union([withTagsSchema, listSchema]);

/**
 * Reads an answer whose "exact shape is not shown": a list of tags, or an object with `tags` and `auditLogs`, bare or under
 * `data` (as the analytics route has it, and the embedded service) or `response` (as the envelope has it).
 */
const answerSchema = z.union([
  bodySchema,
  z.looseObject({ data: bodySchema }).transform(({ data }) => data),
  z.looseObject({ response: bodySchema }).transform(({ response }) => response),
]);

export function readAvailable(answer: unknown): AvailableAnalytics {
  const read = answerSchema.safeParse(answer);
  const { tags = [], auditLogs = [] } = read.success ? read.data : {};
  return {
    tags: tags.flatMap((tag) => {
      const parsed = analyticsTagSchema.safeParse(tag);
      return parsed.success ? [parsed.data] : [];
    }),
    auditLogs,
    answer,
  };
}
