import type { z } from 'zod';

import { invalidForm, type FieldError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** Something that is wrong, and where. */
export interface Complaint extends FieldError {
  readonly path: readonly (string | number)[];
}

/** What a request carries, checked; what doesn't fit is refused with 50035 and Discord's tree of complaints. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(asComplaint);
  throw invalidForm(complaints.map(({ path, ...error }) => ({ path, error })));
}

/** What is wrong with a value, in Discord's words. */
export function parseIssues(schema: z.ZodType, value: unknown): Complaint[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : parsed.error.issues.map(asComplaint);
}

function asComplaint(issue: Issue): Complaint {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { path, ...complaintOf(issue) };
}

function complaintOf(issue: Issue): FieldError {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
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
      // Of the alternatives the first is the usual one.
      const first = issue.errors[0]?.[0];
      return first === undefined
        ? { code: 'BASE_TYPE_INVALID', message: issue.message }
        : complaintOf({ ...first, input: issue.input } as Issue);
    }
    default:
      return { code: 'BASE_TYPE_INVALID', message: issue.message };
  }
}

function wrongType(expected: string, input: unknown): FieldError {
  if (input === undefined || input === null) {
    return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  }
  switch (expected) {
    case 'string':
      return {
        code: 'STRING_TYPE_CONVERT',
        message: `Could not interpret "${said(input)}" as string.`,
      };
    case 'number':
    case 'int':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value "${said(input)}" is not int.` };
    case 'boolean':
      return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
    case 'array':
      return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' };
    default:
      return { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };
  }
}

function said(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
