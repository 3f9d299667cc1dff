import type { APIApplicationCommand, RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { normalised, type Normalised } from './normal-form.ts';

export type CommandData = RESTPostAPIApplicationCommandsJSONBody;

/** What registering the wanted commands would do to those that are registered. */
export interface Difference {
  readonly created: readonly string[];
  readonly changed: readonly { readonly name: string; readonly fields: readonly string[] }[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Where commands are registered. Contexts exist for global ones only. */
export type Scope = 'global' | 'guild';

export function differenceOf(
  wanted: readonly CommandData[],
  registered: readonly APIApplicationCommand[],
  scope: Scope,
): Difference {
  const after = byName(wanted, scope);
  const before = byName(registered, scope);
  const kept = [...after].flatMap(([name, command]) => {
    const old = before.get(name);
    return old === undefined ? [] : [{ name, fields: changedFields(old, command) }];
  });
  return {
    created: [...after.keys()].filter((name) => !before.has(name)),
    changed: kept.filter(({ fields }) => fields.length > 0),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    unchanged: kept.filter(({ fields }) => fields.length === 0).map(({ name }) => name),
  };
}

export function isNothing({ created, changed, removed }: Difference): boolean {
  return created.length + changed.length + removed.length === 0;
}

function byName(
  commands: readonly (CommandData | APIApplicationCommand)[],
  scope: Scope,
): Map<string, Normalised> {
  return new Map(commands.map((command) => [shownName(command), normalised(command, scope)]));
}

const PREFIXES: Record<number, string> = { 2: 'user menu ', 3: 'message menu ' };

/** A slash command, a user menu and a message menu may have one name. */
export function shownName({
  type = 1,
  name,
}: {
  readonly type?: number | undefined;
  readonly name: string;
}): string {
  return type === 1 ? `/${name}` : `${PREFIXES[type] ?? ''}“${name}”`;
}

/** The paths of what differs, such as `options query from description`. */
function changedFields(before: Normalised, after: Normalised, path: string[] = []): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [old, now] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const here = [...path, key];
    return isNormalised(old) && isNormalised(now)
      ? changedFields(old, now, here)
      : [here.join(' ')];
  });
}

function isNormalised(value: Normalised[string] | undefined): value is Normalised {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
