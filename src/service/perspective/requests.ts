import { z } from 'zod';
import { isRecord } from '../../shared/is-record.ts';
import { GoogleError } from './google-error.ts';

/*
 * Requests as Google's discovery document describes them. Google's servers accept both spellings of each name
 * (`requestedAttributes`, `requested_attributes`) and reject unknown names.
 */

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Copies a message with its names in camel case, but only as many fields as are needed to find an unknown one. */
function withCamelNames(value: unknown, maxFields: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length <= maxFields && !names.some((name) => name.includes('_'))) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.slice(0, maxFields).map((name) => [camelCase(name), fields[name]]),
  );
}

/** Every field is optional, and null means absent, as in all of Google's JSON. */
function message<Shape extends z.ZodRawShape>(shape: Shape) {
  // Each field has two spellings.
  const maxFields = 2 * Object.keys(shape).length + 1;
  return z.preprocess((value) => withCamelNames(value, maxFields), z.strictObject(shape));
}

/** Far more than any client sends. Needed because zod checks all elements before it counts them. */
const MAX_ELEMENTS = 1_000;

function list<Element extends z.ZodType>(element: Element) {
  const isShort = (value: unknown): boolean => Array.isArray(value) && value.length <= MAX_ELEMENTS;
  return z.custom<unknown[]>(isShort).pipe(z.array(element));
}

function map<Value extends z.ZodType>(value: Value) {
  const isSmall = (fields: unknown): boolean =>
    isRecord(fields) && Object.keys(fields).length <= MAX_ELEMENTS;
  return z.custom<Record<string, unknown>>(isSmall).pipe(z.record(z.string(), value));
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

const textEntrySchema = message({
  text: optional(z.string()),
  type: optional(z.enum(['TEXT_TYPE_UNSPECIFIED', 'PLAIN_TEXT', 'HTML'])),
});

const contextSchema = message({
  entries: optional(list(textEntrySchema)),
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
  languages: optional(list(z.string())),
  clientToken: optional(z.string()),
  sessionId: optional(z.string()),
  communityId: optional(z.string()),
};

export const analyzeRequestSchema = message({
  ...shared,
  requestedAttributes: optional(map(attributeParametersSchema)),
  spanAnnotations: optional(z.boolean()),
  doNotStore: optional(z.boolean()),
  dropUnsupportedAttributes: optional(z.boolean()),
});
export type AnalyzeRequest = z.output<typeof analyzeRequestSchema>;

const scoreSchema = message({ value: optional(z.number()), type: optional(z.enum(SCORE_TYPES)) });

export const suggestRequestSchema = message({
  ...shared,
  /** Allows any names: Coral sends `APPROVED` and `DELETED`. */
  attributeScores: optional(
    map(
      message({
        summaryScore: optional(scoreSchema),
        spanScores: optional(
          list(
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

/** Google's sentence about the first field that is invalid. */
function describe(issue: z.core.$ZodIssue, field: string): string {
  const place = field === '' ? '' : ` at '${field}'`;
  if (issue.code === 'unrecognized_keys') {
    // The name comes from the caller and may be anything.
    return `Unknown name "${(issue.keys[0] ?? '').slice(0, 50)}"${place}: Cannot find field.`;
  }
  if (field === '') return 'Unknown name "": Root element must be a message.';
  return `Invalid value${place}.`;
}

/** Parses a body, or throws Google's error for the first field that is invalid. */
export function parseGoogleRequest<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  // As in all of Google's services, an empty body is an empty message.
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue?.path ?? []);
  const description = `Invalid JSON payload received. ${issue === undefined ? '' : describe(issue, field)}`;
  const violation = { ...(field === '' ? {} : { field }), description };
  throw new GoogleError(400, description, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
    ],
  });
}
