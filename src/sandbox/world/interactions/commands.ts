import {
  ApplicationCommandType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import type { WorldState } from '../state.ts';

/** An application's global commands (`guildId` null), or its commands in one guild. */
export interface CommandScope {
  readonly applicationId: string;
  readonly guildId: string | null;
}

/** A complete, validated command without ids. */
export type CommandDraft = Omit<
  APIApplicationCommand,
  'id' | 'application_id' | 'guild_id' | 'version'
>;

/** The limit per type and scope (interactions/application-commands, registering a command). */
const MAX_COMMANDS: Readonly<Record<number, number>> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
};

export interface Commands {
  list(scope: CommandScope): APIApplicationCommand[];
  find(scope: CommandScope, id: string): APIApplicationCommand;
  /** Replaces the scope's command of the same type and name, or adds one. */
  upsert(
    scope: CommandScope,
    draft: CommandDraft,
  ): { readonly command: APIApplicationCommand; readonly isNew: boolean };
  /** Replaces all commands. A command with the same id, or the same name and type, keeps its id. */
  overwrite(
    scope: CommandScope,
    drafts: readonly (CommandDraft & { readonly id?: string | undefined })[],
  ): APIApplicationCommand[];
  update(scope: CommandScope, id: string, patch: Partial<CommandDraft>): APIApplicationCommand;
  delete(scope: CommandScope, id: string): void;
  /** The commands available in a guild: its own, then the global ones. null: in DMs. */
  availableIn(guildId: string | null): APIApplicationCommand[];
}

export function createCommands(state: WorldState): Commands {
  /** By scope, then by command id. */
  const scopes = new Map<string, Map<string, APIApplicationCommand>>();

  function commandsOf({
    applicationId,
    guildId,
  }: CommandScope): Map<string, APIApplicationCommand> {
    const key = `${applicationId} ${guildId ?? ''}`;
    const commandsById = scopes.get(key) ?? new Map<string, APIApplicationCommand>();
    scopes.set(key, commandsById);
    return commandsById;
  }

  function build(
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
    // An unchanged command keeps its version.
    if (before !== undefined && JSON.stringify(command) === JSON.stringify(before)) return before;
    return { ...command, version: state.newId() };
  }

  function checkCount(drafts: Iterable<CommandDraft>): void {
    const counts = new Map<ApplicationCommandType, number>();
    for (const { type } of drafts) {
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      if (count > (MAX_COMMANDS[type] ?? 0)) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached);
      }
    }
  }

  const commands: Commands = {
    list: (scope) => [...commandsOf(scope).values()],

    find(scope, id) {
      const command = commandsOf(scope).get(id);
      if (command === undefined) throw apiError(RESTJSONErrorCodes.UnknownApplicationCommand);
      return command;
    },

    upsert(scope, draft) {
      const commandsById = commandsOf(scope);
      const before = [...commandsById.values()].find((command) => isSameCommand(command, draft));
      if (before === undefined) checkCount([...commandsById.values(), draft]);
      const command = build(scope, { draft, before });
      commandsById.set(command.id, command);
      return { command, isNew: before === undefined };
    },

    overwrite(scope, drafts) {
      checkCount(drafts);
      const commandsById = commandsOf(scope);
      const before = [...commandsById.values()];
      commandsById.clear();
      return drafts.map(({ id, ...draft }) => {
        const old =
          before.find((command) => command.id === id && command.type === draft.type) ??
          before.find((command) => isSameCommand(command, draft));
        const command = build(scope, { draft, before: old });
        commandsById.set(command.id, command);
        return command;
      });
    },

    update(scope, id, patch) {
      const before = commands.find(scope, id);
      const { id: _, application_id: _a, guild_id: _g, version: _v, ...draft } = before;
      const command = build(scope, { draft: { ...draft, ...patch }, before });
      commandsOf(scope).set(id, command);
      return command;
    },

    delete(scope, id) {
      commandsOf(scope).delete(commands.find(scope, id).id);
    },

    availableIn(guildId) {
      const all = [...scopes.values()].flatMap((commandsById) => [...commandsById.values()]);
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
