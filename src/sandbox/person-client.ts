import type { Locale } from 'discord-api-types/v10';
import { request, type Dispatcher } from 'undici';

import { AppError } from '../shared/errors.ts';
import { encodeForm } from '../shared/form-bytes.ts';

/** The sandbox rejected a person's request, as Discord would. */
export class DiscordRequestError extends AppError {
  readonly code = 'discord_request_failed';
  readonly status: number;
  /** Discord's JSON error code. */
  readonly discordCode: number;
  /** Discord's own words, such as “Missing Permissions”. */
  readonly reason: string;

  constructor(
    request: string,
    { status, code, reason }: { status: number; code: number; reason: string },
  ) {
    super(`${request} failed with status ${status}, code ${code}`);
    this.status = status;
    this.discordCode = code;
    this.reason = reason;
  }
}

export interface Upload {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** The alt text. */
  readonly description?: string;
}

interface Call {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
}

/** HTTP with a person's token and language. Throws `DiscordRequestError` for every status of 300 and above. */
export interface PersonClient {
  /** Discord's API. */
  api<T>(call: Call): Promise<T>;
  /** The sandbox's own routes for people, at `/sandbox/people`. */
  people<T>(call: Call): Promise<T>;
}

export function createPersonClient(
  apiUrl: string,
  { token, locale }: { token: string; locale: Locale },
): PersonClient {
  async function send<T>(root: string, { method, path, body, form }: Call): Promise<T> {
    const encoded = form === undefined ? null : await encodeForm(form);
    const json = body === undefined ? null : JSON.stringify(body);
    const contentType = encoded?.contentType ?? (json === null ? null : 'application/json');
    const response = await request(`${root}${path}`, {
      method,
      headers: {
        authorization: token,
        'x-discord-locale': locale,
        ...(contentType === null ? {} : { 'content-type': contentType }),
      },
      body: encoded?.bytes ?? json,
      // A bot may be "thinking" for up to fifteen minutes.
      headersTimeout: 0,
    });
    const text = await response.body.text();
    if (response.statusCode < 300) {
      // The sandbox's tests check these types, so they aren't parsed again here.
      return (text === '' ? undefined : JSON.parse(text)) as T;
    }
    const { code = 0, message: reason = '' } = JSON.parse(text) as {
      code?: number;
      message?: string;
    };
    throw new DiscordRequestError(`${method} ${path}`, {
      status: response.statusCode,
      code,
      reason,
    });
  }

  const peopleUrl = new URL('/sandbox/people', apiUrl).href;
  return {
    api: (call) => send(`${apiUrl}/v10`, call),
    people: (call) => send(peopleUrl, call),
  };
}

const PICTURE_TYPES: ReadonlyMap<string, string> = new Map([
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
]);

/** As browsers tell from the name; empty: unknown. */
function typeOf(name: string): string {
  return PICTURE_TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '';
}

/** A multipart body: the files, and `payload` as its `payload_json`. */
export function multipartForm(payload: object, files: readonly Upload[]): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(payload));
  for (const [index, { name, content }] of files.entries()) {
    form.set(`files[${index}]`, new File([content], name, { type: typeOf(name) }));
  }
  return form;
}
