import type { z } from 'zod';

import { invalidForm, type FieldError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

export interface FieldIssue extends FieldError {
  readonly path: readonly (string | number)[];
}

/** Parses a request's body or query. Throws 50035 with Discord's error tree when it is invalid. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(toFieldIssue);
  throw invalidForm(issues.map(({ path, ...error }) => ({ path, error })));
}

/** The field errors of a value, with Discord's codes and messages. Empty when it is valid. */
export function parseIssues(schema: z.ZodType, value: unknown): FieldIssue[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : parsed.error.issues.map(toFieldIssue);
}

/** A field issue for zod's `check`, which `parseForm` turns back into Discord's error tree. */
export function toZodIssue({ path, code, message }: FieldIssue) {
  return { code: 'custom' as const, input: null, path: [...path], message, params: { code } };
}

function toFieldIssue(issue: Issue): FieldIssue {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { path, ...toFieldError(issue) };
}

function toFieldError(issue: Issue): FieldError {
  switch (issue.code) {
    case 'invalid_type':
      return typeError(issue.expected, issue.input);
    case 'too_big':
      return typeof issue.input === 'number'
        ? {
            code: 'NUMBER_TYPE_MAX',
            message: `int value should be less than or equal to ${issue.maximum}.`,
          }
        : {
            code: 'BASE_TYPE_MAX_LENGTH',
            message: `Must be ${issue.maximum} or fewer in length.`,
          };
    case 'too_small':
      return typeof issue.input === 'number'
        ? {
            code: 'NUMBER_TYPE_MIN',
            message: `int value should be greater than or equal to ${issue.minimum}.`,
          }
        : {
            code: 'BASE_TYPE_MIN_LENGTH',
            message: `Must be ${issue.minimum} or more in length.`,
          };
    case 'invalid_value':
      return {
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of {${issue.values.map(String).join(', ')}}.`,
      };
    case 'custom': {
      const code: unknown = issue.params?.['code'];
      return {
        code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID',
        message: issue.message,
      };
    }
    case 'invalid_union': {
      // Report the first alternative: it is the most common one.
      const first = issue.errors[0]?.[0];
      return first === undefined
        ? { code: 'BASE_TYPE_INVALID', message: issue.message }
        : toFieldError({ ...first, input: issue.input } as Issue);
    }
    default:
      return { code: 'BASE_TYPE_INVALID', message: issue.message };
  }
}

function typeError(expected: string, input: unknown): FieldError {
  if (input === undefined || input === null) {
    return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  }
  switch (expected) {
    case 'string':
      return {
        code: 'STRING_TYPE_CONVERT',
        message: `Could not interpret "${format(input)}" as string.`,
      };
    case 'number':
    case 'int':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value "${format(input)}" is not int.` };
    case 'boolean':
      return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
    case 'array':
      return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' };
    default:
      return { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };
  }
}

function format(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
