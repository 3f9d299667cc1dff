import { z } from 'zod';
import { analyticsTagSchema } from '../../schemas/property.ts';

export interface AvailableAnalytics {
  /** For `analytics`. Invalid tags are left out. */
  tags: string[];
  /** Empty if there are none. The interface does not show the entries' shape. */
  auditLogs: unknown[];
  /** The whole response, in case data is elsewhere in it. */
  answer: unknown;
}

const withTagsSchema = z.looseObject({
  tags: z.array(z.unknown()),
  auditLogs: z.array(z.unknown()).optional().catch(undefined),
});
const listSchema = z.array(z.unknown()).transform((tags) => ({ tags, auditLogs: [] }));
const bodySchema = z.union([withTagsSchema, listSchema]);

/**
 * "Exact shape is not shown". Accepts a list of tags or an object with `tags` and `auditLogs`, either at the top level, under
 * `data` (like the analytics route and the embedded service) or under `response` (like the envelope).
 */
const answerSchema = z.union([
  bodySchema,
  z.looseObject({ data: bodySchema }).transform(({ data }) => data),
  z.looseObject({ response: bodySchema }).transform(({ response }) => response),
]);

export function parseAvailableAnalytics(answer: unknown): AvailableAnalytics {
  const parsed = answerSchema.safeParse(answer);
  const { tags = [], auditLogs = [] } = parsed.success ? parsed.data : {};
  return {
    tags: tags.flatMap((tag) => {
      const parsedTag = analyticsTagSchema.safeParse(tag);
      return parsedTag.success ? [parsedTag.data] : [];
    }),
    auditLogs,
    answer,
  };
}
