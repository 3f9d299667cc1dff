import { DefaultRestOptions, Events, type Client } from 'discord.js';
import { onTestFinished } from 'vitest';
import type { Command, Component } from '../../../../src/bot/interactions/command.ts';
import { createDiscordClient } from '../../../../src/bot/gateway/client.ts';
import { createDispatch, type Dispatch } from '../../../../src/bot/interactions/dispatch.ts';
import type { InteractionEvent } from '../../../../src/bot/interactions/interaction-event.ts';
import { deployCommands } from '../../../../src/bot/interactions/registration/deploy.ts';
import { systemClock, type Clock } from '../../../../src/shared/clock.ts';
import { createPerson, type Person } from '../../../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

/** A dispatch on a sandbox Discord with a test's commands. Handlers get no dependencies. */
export interface Dispatched {
  readonly sandbox: Sandbox;
  readonly dispatch: Dispatch;
  readonly client: Client;
  readonly general: string;
  readonly log: readonly string[];
  readonly events: readonly InteractionEvent[];
  person(name: keyof Sandbox['members']): Person;
}

export interface DispatchedOptions {
  readonly commands?: readonly Command<null>[];
  readonly components?: readonly Component<null>[];
  /** The dispatch's clock. */
  readonly clock?: Clock;
  /** The sandbox's clock. */
  readonly sandboxClock?: Clock;
}

/** The explanation of an error of the service's client. */
export class ServiceAwayError extends Error {}

/** Stops when the test ends. */
export async function startDispatch({
  commands = [],
  components = [],
  clock = systemClock,
  sandboxClock = systemClock,
}: DispatchedOptions): Promise<Dispatched> {
  const sandbox = await createSandbox({
    rateLimits: 'off',
    identifyLimits: 'off',
    clock: sandboxClock,
  });
  const client = createDiscordClient({
    shards: 'auto',
    apiUrl: sandbox.apiUrl,
    makeRequest: DefaultRestOptions.makeRequest,
  });
  const { logger, lines: log } = createLogSink();
  const events: InteractionEvent[] = [];
  const dispatch = createDispatch({
    client,
    commands,
    components,
    deps: null,
    clock,
    logger,
    explain: (error) => (error instanceof ServiceAwayError ? 'The service is away.' : null),
    observe: (event) => events.push(event),
  });
  dispatch.start();
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(sandbox.botToken);
  await ready;
  const deployed = await deployCommands({
    rest: client.rest,
    applicationId: sandbox.applicationId,
    commands: commands.map(({ data }) => data),
    guildId: null,
    dryRun: false,
  });
  if (deployed.kind === 'invalid') throw new Error(deployed.problems.join('\n'));
  onTestFinished(async () => {
    await dispatch.stop();
    await client.destroy();
    await sandbox.stop();
  });
  return {
    sandbox,
    dispatch,
    client,
    general: sandbox.channels.general,
    log,
    events,
    person(name) {
      return createPerson(sandbox.apiUrl, sandbox.members[name]);
    },
  };
}
