import {
  ApplicationCommandType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import type { WorldState } from './state.ts';

/** Whose commands: an application's own for everywhere (null), or for one guild. */
export interface CommandScope {
  readonly applicationId: string;
  readonly guildId: string | null;
}

/** A command as its application gives it, complete and checked. */
export type CommandDraft = Omit<
  APIApplicationCommand,
  'id' | 'application_id' | 'guild_id' | 'version'
>;

/** Of each type, global or in a guild (interactions/application-commands, registering a command). */
const LIMITS: Readonly<Record<number, number>> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
};

export interface Commands {
  list(scope: CommandScope): APIApplicationCommand[];
  find(scope: CommandScope, id: string): APIApplicationCommand;
  /** Takes the place of the scope's command of the same type and name, if there is one. */
  upsert(
    scope: CommandScope,
    draft: CommandDraft,
  ): { readonly command: APIApplicationCommand; readonly isNew: boolean };
  /** Names and types that stay keep their ids, as do those given with one; what is not among the drafts goes. */
  overwrite(
    scope: CommandScope,
    drafts: readonly (CommandDraft & { readonly id?: string | undefined })[],
  ): APIApplicationCommand[];
  update(scope: CommandScope, id: string, patch: Partial<CommandDraft>): APIApplicationCommand;
  delete(scope: CommandScope, id: string): void;
  /** What applications offer in a guild: its own commands, then the global ones. null: in direct messages. */
  offeredIn(guildId: string | null): APIApplicationCommand[];
}

export function createCommands(state: WorldState): Commands {
  /** By scope, then by command id. */
  const scopes = new Map<string, Map<string, APIApplicationCommand>>();

  function commandsOf({
    applicationId,
    guildId,
  }: CommandScope): Map<string, APIApplicationCommand> {
    const key = `${applicationId} ${guildId ?? ''}`;
    const known = scopes.get(key) ?? new Map<string, APIApplicationCommand>();
    scopes.set(key, known);
    return known;
  }

  function made(
    { applicationId, guildId }: CommandScope,
    { draft, before }: { draft: CommandDraft; before: APIApplicationCommand | undefined },
  ): APIApplicationCommand {
    const command = {
      id: before?.id ?? state.newId(),
      application_id: applicationId,
      ...(guildId === null ? {} : { guild_id: guildId }),
      version: before?.version ?? '',
      ...draft,
    };
    // A command that is the same as before keeps its version.
    if (before !== undefined && JSON.stringify(command) === JSON.stringify(before)) return before;
    return { ...command, version: state.newId() };
  }

  function refuseTooMany(drafts: Iterable<CommandDraft>): void {
    const counts = new Map<ApplicationCommandType, number>();
    for (const { type } of drafts) {
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      if (count > (LIMITS[type] ?? 0)) {
        throw refusal(RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached);
      }
    }
  }

  const commands: Commands = {
    list: (scope) => [...commandsOf(scope).values()],

    find(scope, id) {
      const command = commandsOf(scope).get(id);
      if (command === undefined) throw refusal(RESTJSONErrorCodes.UnknownApplicationCommand);
      return command;
    },

    upsert(scope, draft) {
      const known = commandsOf(scope);
      const before = [...known.values()].find((command) => isSameCommand(command, draft));
      if (before === undefined) refuseTooMany([...known.values(), draft]);
      const command = made(scope, { draft, before });
      known.set(command.id, command);
      return { command, isNew: before === undefined };
    },

    overwrite(scope, drafts) {
      refuseTooMany(drafts);
      const known = commandsOf(scope);
      const before = [...known.values()];
      known.clear();
      return drafts.map(({ id, ...draft }) => {
        const old =
          before.find((command) => command.id === id && command.type === draft.type) ??
          before.find((command) => isSameCommand(command, draft));
        const command = made(scope, { draft, before: old });
        known.set(command.id, command);
        return command;
      });
    },

    update(scope, id, patch) {
      const before = commands.find(scope, id);
      const { id: _, application_id: _a, guild_id: _g, version: _v, ...draft } = before;
      const command = made(scope, { draft: { ...draft, ...patch }, before });
      commandsOf(scope).set(id, command);
      return command;
    },

    delete(scope, id) {
      commandsOf(scope).delete(commands.find(scope, id).id);
    },

    offeredIn(guildId) {
      const all = [...scopes.values()].flatMap((known) => [...known.values()]);
      return [
        ...all.filter((command) => guildId !== null && command.guild_id === guildId),
        ...all.filter((command) => command.guild_id === undefined),
      ];
    },
  };
  return commands;
}

function isSameCommand(
  a: Pick<APIApplicationCommand, 'name' | 'type'>,
  b: Pick<APIApplicationCommand, 'name' | 'type'>,
): boolean {
  return a.name === b.name && a.type === b.type;
}
