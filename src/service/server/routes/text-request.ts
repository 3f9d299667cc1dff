import {
  textModerationRequestSchema,
  type TextModerationRequest,
} from '../../../service-api/schemas/text-moderation.ts';
import { parseBody } from '../parse-body.ts';

const SENTENCES = {
  sample: 'The field sample must be a non-empty string.',
  metadata: 'The field metadata must be an object.',
};

/** Throws an `HttpError` if the body is not a request. */
export function readTextRequest(body: unknown): TextModerationRequest {
  return isRequest(body) ? body : parseBody(textModerationRequestSchema, body, SENTENCES);
}

/**
 * Whether the body is what the schema would return. That of nearly every request is, and the schema takes ten times as long
 * to say so.
 */
export function isRequest(body: unknown): body is TextModerationRequest {
  return (
    isPlainRecord(body) &&
    typeof body['sample'] === 'string' &&
    body['sample'] !== '' &&
    (body['metadata'] === undefined || isPlainRecord(body['metadata']))
  );
}

/** As JSON and literals make them. Zod drops a key `__proto__`. */
function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !Object.hasOwn(value, '__proto__')
  );
}
