import { Client, type ClientEvents, type Guild, type TextChannel } from 'oceanic.js';
import { afterAll, beforeAll } from 'vitest';

import { createPerson, type Person } from '../../../../src/sandbox/person.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { createClientSandbox } from './world.ts';

export interface Oceanic {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly guild: Guild;
  readonly general: TextChannel;
  readonly person: (name: keyof Sandbox['members']) => Person;
  /** The arguments of the next event that matches; call it before what causes the event. */
  next<Name extends keyof ClientEvents>(
    name: Name,
    matches?: (...args: ClientEvents[Name]) => boolean,
  ): Promise<ClientEvents[Name]>;
  /** The client's errors and warnings. */
  readonly complaints: string[];
}

/** An unmodified oceanic.js, logged in once for the file; only the API's address is configured. */
export function useOceanic(): () => Oceanic {
  let oceanic: Oceanic | null = null;

  beforeAll(async () => {
    const sandbox = await createClientSandbox();
    const complaints: string[] = [];
    const client = new Client({
      auth: `Bot ${sandbox.botToken}`,
      rest: { baseURL: `${sandbox.apiUrl}/v10` },
      gateway: {
        intents: ['ALL_NON_PRIVILEGED', 'GUILD_MEMBERS', 'MESSAGE_CONTENT'],
        reconnectDelay: () => 10,
      },
    });
    client.on('error', (error) => complaints.push(String(error)));
    client.on('warn', (text) => complaints.push(text));
    const next: Oceanic['next'] = (name, matches = () => true) =>
      new Promise((resolve) => {
        const listener = (...args: ClientEvents[typeof name]): void => {
          if (!matches(...args)) return;
          client.off(name, listener);
          resolve(args);
        };
        client.on(name, listener);
      });
    const ready = next('ready');
    await client.connect();
    await ready;
    const guild = client.guilds.get(sandbox.guildId);
    if (guild === undefined) throw new Error('The guild is not cached.');
    oceanic = {
      sandbox,
      client,
      guild,
      general: client.getChannel<TextChannel>(sandbox.channels.general) ?? missing('general'),
      person: (name) => createPerson(sandbox.apiUrl, sandbox.members[name]),
      next,
      complaints,
    };
  });

  afterAll(async () => {
    oceanic?.client.disconnect(false);
    await oceanic?.sandbox.stop();
  });

  return () => oceanic ?? missing('client');
}

function missing(what: string): never {
  throw new Error(`There is no ${what}.`);
}
