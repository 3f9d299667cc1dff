import {
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits as Intent,
  Partials,
  type ClientOptions,
  DefaultRestOptions,
} from 'discord.js';

import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { withFormsAsBytes } from '../../../src/bot/gateway/client.ts';

const INTENTS = [
  Intent.Guilds,
  Intent.GuildMembers,
  Intent.GuildModeration,
  Intent.GuildMessages,
  Intent.GuildMessageReactions,
  Intent.DirectMessages,
  Intent.MessageContent,
];

/**
 * A discord.js client of the sandbox; `destroy` it after the test. Its only change: forms are sent as bytes, because test
 * files share modules and another undici may have set the global dispatcher.
 */
export function createDiscordClient(
  sandbox: Pick<Sandbox, 'apiUrl'>,
  options: Partial<ClientOptions> = {},
): Client {
  return new Client({
    intents: INTENTS,
    partials: [Partials.Channel, Partials.Message],
    rest: { makeRequest: withFormsAsBytes(DefaultRestOptions.makeRequest), api: sandbox.apiUrl },
    ...options,
  });
}

/** Logs in and waits until all guilds are there. */
export async function logIn(client: Client, token: string): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  await client.login(token);
  return ready;
}

/** A request to the API as a person or a bot makes it. */
export function createCaller(sandbox: Pick<Sandbox, 'apiUrl'>, authorization: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.apiUrl}/v10${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null,
    };
  };
}

/** The JSON error code that a rejected call of the client throws. */
export async function codeOf(action: Promise<unknown>): Promise<number | string> {
  const error = await action.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DiscordAPIError)) {
    throw new Error('The call was not rejected.', { cause: error });
  }
  return error.code;
}
