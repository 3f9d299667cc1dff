import type { z } from 'zod';

import { invalidField } from '../errors.ts';
import type { Actor, AuditContext } from '../world/types.ts';
import { parseForm } from './form.ts';
import type { RequestBody, UploadedFile } from './multipart.ts';
import { API_ID_PATTERN } from '../../shared/snowflake.ts';

const MAX_REASON_CHARACTERS = 512;

/** A request as the routes see it: actor, path parameters, query, body and files. */
export interface Call {
  readonly actor: Actor;
  /** An id from the path. Throws 50035 when it isn't a snowflake. */
  id(name: string): string;
  word(name: string): string;
  query<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
  form<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
  /** By the number in `files[n]`. */
  readonly files: ReadonlyMap<string, UploadedFile>;
  readonly auditContext: AuditContext;
  readonly locale: string | null;
}

export interface RawCall {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: RequestBody;
  readonly reason: string | undefined;
  readonly locale: string | null;
}

export function createCall({ actor, params, query, body, reason, locale }: RawCall): Call {
  const word = (name: string): string => params[name] ?? '';
  return {
    actor,
    locale,
    word,
    id(name) {
      const id = word(name);
      if (API_ID_PATTERN.test(id)) return id;
      throw invalidField([name], {
        code: 'NUMBER_TYPE_COERCE',
        message: `Value "${id}" is not snowflake.`,
      });
    },
    query: (schema) => parseForm(schema, query),
    form: (schema) => parseForm(schema, body.fields),
    files: body.files,
    auditContext: { byUserId: actor.userId, reason: readReason(reason) },
  };
}

/** The header is URL-encoded; an invalid encoding is used as it is. */
function readReason(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const reason = decode(header);
  if (reason.length <= MAX_REASON_CHARACTERS) return reason;
  throw invalidField(['reason'], {
    code: 'BASE_TYPE_MAX_LENGTH',
    message: `Must be ${MAX_REASON_CHARACTERS} or fewer in length.`,
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
