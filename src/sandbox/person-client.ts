import { FormData, request, type Dispatcher } from 'undici';

import { AppError } from '../lib/errors.ts';

/** The sandbox refused something a person tried, as Discord would. */
export class DiscordRefusal extends AppError {
  readonly code = 'discord_refusal';
  readonly status: number;
  /** Discord's JSON error code. */
  readonly discordCode: number;

  constructor(what: string, status: number, discordCode: number) {
    super(`${what}: refused with status ${status}, code ${discordCode}`);
    this.status = status;
    this.discordCode = discordCode;
  }
}

/** A file to send. */
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

/** A person's HTTP: the API with their token, and the sandbox's own routes for people. Refusals are thrown. */
export interface PersonClient {
  api<T>(call: Call): Promise<T>;
  people<T>(call: Call): Promise<T>;
}

export function createPersonClient(apiUrl: string, token: string): PersonClient {
  async function send<T>(root: string, { method, path, body, form }: Call): Promise<T> {
    const answer = await request(`${root}${path}`, {
      method,
      headers: {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      // A bot that is "thinking" may take its fifteen minutes.
      headersTimeout: 0,
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) {
      // The sandbox is ours, and its tests hold it to these types.
      return (text === '' ? undefined : JSON.parse(text)) as T;
    }
    const refusal = JSON.parse(text) as { code?: number };
    throw new DiscordRefusal(`${method} ${path}`, answer.statusCode, refusal.code ?? 0);
  }

  const peopleUrl = new URL('/sandbox/people', apiUrl).href;
  return {
    api: (call) => send(`${apiUrl}/v10`, call),
    people: (call) => send(peopleUrl, call),
  };
}

/** A request with files; `payload` is everything else. */
export function formWith(payload: object, files: readonly Upload[]): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(payload));
  for (const [index, { name, content }] of files.entries()) {
    form.set(`files[${index}]`, new File([content], name));
  }
  return form;
}
