import { AppError } from '../../shared/errors.ts';

export interface OpenAiErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null };
}

interface OpenAiErrorFields {
  /** The parameter that is wrong; null: none, or several. */
  readonly param?: string | null;
  /** OpenAI's code for the cause; null: it has none. */
  readonly reason?: string | null;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** An error response in the format of OpenAI's API. */
export class OpenAiError extends AppError {
  readonly code = 'openai_request_refused';
  readonly statusCode: number;
  readonly fields: OpenAiErrorFields;

  constructor(statusCode: number, message: string, fields: OpenAiErrorFields = {}) {
    super(message);
    this.statusCode = statusCode;
    this.fields = fields;
  }
}

function typeOf(statusCode: number): string {
  if (statusCode === 429) return 'requests';
  return statusCode < 500 ? 'invalid_request_error' : 'server_error';
}

export function openAiErrorBody(
  statusCode: number,
  message: string,
  { param = null, reason = null }: OpenAiErrorFields = {},
): OpenAiErrorBody {
  return { error: { message, type: typeOf(statusCode), param, code: reason } };
}
