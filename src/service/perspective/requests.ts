import { z } from 'zod';
import { GoogleError } from './google-error.ts';

/*
 * Requests as Google's discovery document describes them. Google's servers take each name in both spellings
 * (`requestedAttributes`, `requested_attributes`) and refuse names they don't know.
 */

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function withCamelNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.includes('_'))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camelCase(name), field]));
}

/** Every field is optional, and null is like absent, as in all of Google's JSON. */
function message<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(withCamelNames, z.strictObject(shape));
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

const textEntrySchema = message({
  text: optional(z.string()),
  type: optional(z.enum(['TEXT_TYPE_UNSPECIFIED', 'PLAIN_TEXT', 'HTML'])),
});

const contextSchema = message({
  entries: optional(z.array(textEntrySchema)),
  articleAndParentComment: optional(
    message({ article: optional(textEntrySchema), parentComment: optional(textEntrySchema) }),
  ),
});

const SCORE_TYPES = [
  'SCORE_TYPE_UNSPECIFIED',
  'PROBABILITY',
  'STD_DEV_SCORE',
  'PERCENTILE',
  'RAW',
] as const;

const attributeParametersSchema = message({
  scoreType: optional(z.enum(SCORE_TYPES)),
  scoreThreshold: optional(z.number()),
});

const shared = {
  comment: optional(textEntrySchema),
  context: optional(contextSchema),
  languages: optional(z.array(z.string())),
  clientToken: optional(z.string()),
  sessionId: optional(z.string()),
  communityId: optional(z.string()),
};

export const analyzeRequestSchema = message({
  ...shared,
  requestedAttributes: optional(z.record(z.string(), attributeParametersSchema)),
  spanAnnotations: optional(z.boolean()),
  doNotStore: optional(z.boolean()),
  dropUnsupportedAttributes: optional(z.boolean()),
});
export type AnalyzeRequest = z.output<typeof analyzeRequestSchema>;

const scoreSchema = message({ value: optional(z.number()), type: optional(z.enum(SCORE_TYPES)) });

export const suggestRequestSchema = message({
  ...shared,
  /** Any names: Coral sends `APPROVED` and `DELETED`. */
  attributeScores: optional(
    z.record(
      z.string(),
      message({
        summaryScore: optional(scoreSchema),
        spanScores: optional(
          z.array(
            message({
              begin: optional(z.int()),
              end: optional(z.int()),
              score: optional(scoreSchema),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type SuggestRequest = z.output<typeof suggestRequestSchema>;

/** A field's path as Google writes it: `comment.text`, `languages[0]`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function describe(issue: z.core.$ZodIssue): { field: string; description: string } {
  const field = fieldOf(issue.path);
  const place = field === '' ? '' : ` at '${field}'`;
  if (issue.code === 'unrecognized_keys') {
    // The name is the caller's own and may be anything.
    const name = (issue.keys[0] ?? '').slice(0, 50);
    return { field, description: `Unknown name "${name}"${place}: Cannot find field.` };
  }
  const at = field === '' ? "the request's body" : `'${field}'`;
  return { field, description: `Invalid value at ${at}.` };
}

/** Parses a body, or throws Google's error for the first field that does not fit. */
export function parseGoogleRequest<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw new GoogleError(400, 'Invalid JSON payload received.');
  const violation = describe(issue);
  throw new GoogleError(400, `Invalid JSON payload received. ${violation.description}`, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
    ],
  });
}
