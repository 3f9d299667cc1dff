import type { FastifyRequest } from 'fastify';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import { ApiError, invalidForm, apiError } from '../errors.ts';
import { parseClientJson } from '../json.ts';

/** Discord's limit for a file without Nitro. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The limit for a whole request. */
export const MAX_REQUEST_BYTES = 25 * 1024 * 1024;

export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly data: Buffer;
}

export interface RequestBody {
  readonly fields: unknown;
  /** By the number in `files[n]`. */
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** A request's body: JSON, or multipart with files and the other fields as JSON in `payload_json`. */
export async function readBody(request: FastifyRequest): Promise<RequestBody> {
  if (!request.isMultipart()) return { fields: request.body ?? {}, files: new Map() };
  try {
    return await readParts(request);
  } catch (error) {
    // Size limits carry a status; any other error means malformed multipart.
    const hasStatus =
      error instanceof Error && ('statusCode' in error || error instanceof ApiError);
    throw hasStatus ? error : invalidForm([]);
  }
}

async function readParts(request: FastifyRequest): Promise<RequestBody> {
  const files = new Map<string, UploadedFile>();
  const fields: Record<string, unknown> = {};
  let payload: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const number = /^files?\[(\d{1,3})\]$/.exec(part.fieldname)?.[1] ?? String(files.size);
      const { filename, mimetype: contentType } = part;
      files.set(number, { filename, contentType, data: await part.toBuffer() });
    } else if (part.fieldname === 'payload_json') {
      payload = parseJson(typeof part.value === 'string' ? part.value : '');
    } else {
      fields[part.fieldname] = part.value;
    }
  }
  return { fields: payload ?? fields, files };
}

/** Throws 50109 for invalid JSON. An empty body means `{}`. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseClientJson(text);
  } catch {
    throw apiError(RESTJSONErrorCodes.RequestBodyContainsInvalidJSON);
  }
}
