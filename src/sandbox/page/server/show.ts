import { errorMessage } from '../../../shared/errors.ts';
import { HttpError } from '../../../shared/http-error.ts';
import type { Logger } from '../../../shared/logger.ts';
import { DiscordRequestError, type Person } from '../../person.ts';
import { areInvitesPaused } from '../../world/guilds/invites.ts';
import type { World } from '../../world/world.ts';
import { createPeople } from './people.ts';
import type { CommandView } from '../protocol/commands.ts';
import type { PageEvent, ScenarioProgress, StatusView } from '../protocol/events.ts';
import type { Stage } from './stage.ts';
import { createStream, newWorldId, type Stream } from './stream.ts';
import { commandViews } from './views/command-view.ts';

interface Watcher {
  /** The id of the person who writes. Undefined: the first person. */
  readonly as: string | undefined;
  readonly send: (event: PageEvent) => void;
  readonly end: () => void;
}

/** One world from its start to its reset, and the pages that watch it. */
export interface Show {
  readonly world: World;
  person(id: string, locale: string): Person;
  commands(personId: string, locale: string): Promise<CommandView[]>;
  /** The person joins by an invite, or somebody new does. Returns the id of who joined. */
  join(personId: string | null, locale: string): Promise<string>;
  /** Returns the function that stops watching. */
  watch(watcher: Watcher): () => void;
  /** Starts a scenario, unless one is running. */
  play(scenarioId: string): void;
  tellStatus(): Promise<void>;
  /** Stops the scenario; pages stay connected. */
  stop(): void;
  /** Makes the pages reconnect. */
  endStreams(): void;
}

export function createShow(stage: Stage, logger: Logger): Show {
  const { world, guildId } = stage.sandbox;
  const worldId = newWorldId();
  const people = createPeople(stage.sandbox);
  const watchers = new Map<Watcher, Stream>();
  const ending = new AbortController();
  let status: StatusView | null = null;
  let progress: ScenarioProgress | null = null;

  function tell(event: PageEvent): void {
    for (const { send } of watchers.keys()) send(event);
  }

  function tellProgress(change: ScenarioProgress): void {
    progress = change;
    tell({ type: 'scenario', ...change });
  }

  /** A page's failure must not reach the request that caused the event. */
  function guarded({ end }: Watcher, work: () => void): void {
    try {
      work();
    } catch (error) {
      logger.error({ error: errorMessage(error) }, 'the page could not show what happened');
      end();
    }
  }

  const unsubscribe = world.subscribe((event) => {
    for (const [watcher, stream] of watchers) guarded(watcher, () => stream.onWorldEvent(event));
  });
  stage.onCase((event) => tell({ type: 'case', ...event }));

  function findPerson(id: string, locale: string): Person {
    const person = people.find(id, locale);
    if (person === null) throw new HttpError(404, 'There is no such person.');
    return person;
  }

  return {
    world,
    person: findPerson,
    async commands(personId, locale) {
      const person = findPerson(personId, locale);
      return commandViews(await person.commands(guildId), person.locale);
    },
    async join(personId, locale) {
      if (areInvitesPaused(world.state, guildId)) throw new HttpError(409, 'Invites are paused.');
      const id = personId ?? people.addNewcomer();
      try {
        await people.join(findPerson(id, locale));
      } catch (error) {
        if (error instanceof DiscordRequestError) throw new HttpError(409, error.reason);
        throw error;
      }
      return id;
    },
    watch(watcher) {
      const { as, send } = watcher;
      const [first] = people.list();
      const viewerId = people.list().find(({ id }) => id === as)?.id ?? first?.id ?? '';
      // In Discord, people can write to the bot whenever they like.
      if (viewerId !== '') world.users.openDm(viewerId, stage.sandbox.botId);
      const stream = createStream({ stage, worldId, people, viewerId, send });
      watchers.set(watcher, stream);
      guarded(watcher, () => stream.refresh());
      if (status !== null) send({ type: 'status', ...status });
      if (progress !== null) send({ type: 'scenario', ...progress });
      return () => {
        stream.stop();
        watchers.delete(watcher);
      };
    },
    play(scenarioId) {
      const scenario = stage.scenarios.find(({ id }) => id === scenarioId);
      if (scenario === undefined) throw new HttpError(404, 'There is no such scenario.');
      if (progress?.phase === 'running') throw new HttpError(409, 'One is still running.');
      const { id, name } = scenario;
      tellProgress({ id, phase: 'running', note: name });
      const say = (note: string): void => tellProgress({ id, phase: 'running', note });
      scenario.run(say, ending.signal).then(
        () => tellProgress({ id, phase: 'done', note: progress?.note ?? '' }),
        (error: unknown) => {
          if (ending.signal.aborted) return;
          logger.error({ scenario: id, error: errorMessage(error) }, 'scenario failed');
          tellProgress({ id, phase: 'failed', note: 'This did not work. See the log.' });
        },
      );
    },
    async tellStatus() {
      if (watchers.size === 0 || ending.signal.aborted) return;
      try {
        status = await stage.status();
        tell({ type: 'status', ...status });
      } catch (error) {
        // The bot may be stopping for a reset; its status is read again a second later.
        logger.debug({ error: errorMessage(error) }, 'could not read the status of the bot');
      }
    },
    stop() {
      ending.abort();
      unsubscribe();
    },
    endStreams() {
      for (const { end } of watchers.keys()) end();
    },
  };
}
