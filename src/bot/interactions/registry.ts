import { AppError } from '../../shared/errors.ts';
import { CANCEL } from './cancel.ts';
import type { AnyComponent, Command } from './command.ts';

/** Looks up commands and components by name. */
export interface Registry<Deps> {
  command<Kind extends Command<Deps>['kind']>(
    kind: Kind,
    name: string,
  ): Extract<Command<Deps>, { kind: Kind }> | null;
  /** By custom id; `args` are the words after the first. */
  component(customId: string): { component: AnyComponent<Deps>; args: readonly string[] } | null;
}

/** A name is used twice or is invalid. */
class InvalidNameError extends AppError {
  readonly code = 'interactions_invalid_name';
}

export function createRegistry<Deps>(
  commands: readonly Command<Deps>[],
  components: readonly AnyComponent<Deps>[],
): Registry<Deps> {
  const ids = [...components.map(({ id }) => id), CANCEL];
  const names = commands.map(({ kind, data }) => `${kind} ${data.name}`);
  for (const all of [ids, names]) {
    const twice = all.find((name, index) => all.indexOf(name) !== index);
    if (twice !== undefined) throw new InvalidNameError(`The name “${twice}” is used twice.`);
  }
  const withColon = ids.find((id) => id.includes(':'));
  if (withColon !== undefined) {
    throw new InvalidNameError(`The component id “${withColon}” must not contain a colon.`);
  }

  return {
    command(kind, name) {
      for (const command of commands) {
        if (isOf(kind, command) && command.data.name === name) return command;
      }
      return null;
    },
    component(customId) {
      const [id = '', ...args] = customId.split(':');
      const component = components.find((candidate) => candidate.id === id);
      return component === undefined ? null : { component, args };
    },
  };
}

function isOf<Deps, Kind extends Command<Deps>['kind']>(
  kind: Kind,
  command: Command<Deps>,
): command is Extract<Command<Deps>, { kind: Kind }> {
  return command.kind === kind;
}
