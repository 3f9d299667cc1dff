import type { APIApplicationCommand } from 'discord.js';
import { normalised, type CommandData, type Normalised, type Scope } from './normal-form.ts';

/** The changes that a registration would make. */
export interface Difference {
  readonly created: readonly string[];
  readonly changed: readonly { readonly name: string; readonly fields: readonly string[] }[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

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

export function isEmpty({ created, changed, removed }: Difference): boolean {
  return created.length + changed.length + removed.length === 0;
}

function byName(
  commands: readonly (CommandData | APIApplicationCommand)[],
  scope: Scope,
): Map<string, Normalised> {
  return new Map(commands.map((command) => [shownName(command), normalised(command, scope)]));
}

const PREFIXES: Record<number, string> = { 2: 'user menu ', 3: 'message menu ' };

/** Commands of different kinds may share a name, so the kind is part of it. */
export function shownName({
  type = 1,
  name,
}: {
  readonly type?: number | undefined;
  readonly name: string;
}): string {
  return type === 1 ? `/${name}` : `${PREFIXES[type] ?? ''}“${name}”`;
}

/** The paths of the changed fields, such as `options query from description`. */
function changedFields(before: Normalised, after: Normalised, path: string[] = []): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [oldValue, newValue] = [before[key], after[key]];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return [];
    const here = [...path, key];
    return isNormalised(oldValue) && isNormalised(newValue)
      ? changedFields(oldValue, newValue, here)
      : [here.join(' ')];
  });
}

function isNormalised(value: Normalised[string] | undefined): value is Normalised {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
