import { sleep, systemClock } from '../../../../src/shared/clock.ts';
import type { APIMessage } from 'discord-api-types/v10';
import { createPerson, type Person } from '../../../../src/sandbox/person.ts';
import type { Harness, MemberName } from '../../harness.ts';

/** People who act by themselves, and time for the visitor to watch. */
export interface Cast {
  readonly general: string;
  readonly random: string;
  person(name: MemberName): Person;
  /** A new member joins. */
  newcomer(name: string): Person;
  /** Waits. Throws if the scenario should end. */
  pause(ms: number): Promise<void>;
  /** Waits until the condition holds, for at most this long. Resolves to whether it does. */
  until(isTrue: () => boolean, ms: number): Promise<boolean>;
  /** Resolves to true once the bot has opened a case about one of the messages. */
  hasCase(messages: readonly Pick<APIMessage, 'id'>[]): Promise<boolean>;
  exists(message: Pick<APIMessage, 'id' | 'channel_id'>): boolean;
  /** The number of these messages that are deleted. */
  deleted(messages: readonly Pick<APIMessage, 'id' | 'channel_id'>[]): number;
}

const POLL_MS = 100;

export function createCast({ sandbox, person, bot }: Harness, signal: AbortSignal): Cast {
  const { world, channels, guildId, apiUrl } = sandbox;

  async function pause(ms: number): Promise<void> {
    await sleep(systemClock, ms, signal);
    signal.throwIfAborted();
  }

  const exists: Cast['exists'] = ({ id, channel_id: channelId }) =>
    world.state.channels.get(channelId)?.messages.get(id) !== undefined;

  return {
    general: channels.general,
    random: channels.random,
    person: (name) => person(name),
    newcomer(name) {
      const { id, token } = world.users.create({ username: name.toLowerCase(), globalName: name });
      world.members.add({ guildId, userId: id });
      return createPerson(apiUrl, { id, token });
    },
    pause,
    async until(isTrue, ms) {
      for (let waited = 0; waited < ms; waited += POLL_MS) {
        if (isTrue()) return true;
        await pause(POLL_MS);
      }
      return isTrue();
    },
    async hasCase(messages) {
      const cases = await Promise.all(messages.map(({ id }) => bot().cases.ofMessage(guildId, id)));
      return cases.some((one) => one !== null);
    },
    exists,
    deleted: (messages) => messages.filter((message) => !exists(message)).length,
  };
}
