import type { CommandOptionView, CommandView } from '../protocol/commands.ts';
import { idOf, type Directory } from './directory.ts';

/** A draft that begins like a slash command. It is never posted as a message. */
export type TypedCommand =
  | { readonly kind: 'command'; readonly view: CommandView; readonly values: TypedValues }
  /** The first word begins commands, but the text matches none of them. */
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'unknown'; readonly name: string };

/** By option name, as in the form's fields. Unreadable values are left out. */
export type TypedValues = Readonly<Record<string, string>>;

const COMMAND = /^\/([-_'\p{L}\p{N}]{1,32})(?:\s|$)/u;
const TOKENS = /"([^"]*)"|(\S+)/g;

/** Null: the text is a message. */
export function readCommand(
  text: string,
  commands: readonly CommandView[],
  directory: Directory,
): TypedCommand | null {
  const [, name = ''] = COMMAND.exec(text) ?? [];
  if (name === '') return null;
  const typed = text.slice(1).trim().replaceAll(/\s+/g, ' ');
  const slash = commands.filter(({ kind }) => kind === 'slash');
  const [best] = slash
    .flatMap((view) => [view.name, view.path].map((words) => ({ view, words })))
    .filter(({ words }) => `${typed} `.toLowerCase().startsWith(`${words.toLowerCase()} `))
    .sort((a, b) => b.words.length - a.words.length);
  if (best !== undefined) {
    const { view, words } = best;
    return {
      kind: 'command',
      view,
      values: valuesIn(typed.slice(words.length).trim(), view, directory),
    };
  }
  const first = `${name.toLowerCase()} `;
  const isGroup = slash.some(({ name, path }) =>
    [name, path].some((words) => words.toLowerCase().startsWith(first)),
  );
  return { kind: isGroup ? 'group' : 'unknown', name };
}

/** Reads “name:value”, or the required values in their order; the last text, such as a reason, takes the rest. */
function valuesIn(text: string, { options }: CommandView, directory: Directory): TypedValues {
  const values: Record<string, string> = {};
  const set = (option: CommandOptionView, typed: string): void => {
    const value = valueOf(option, typed, directory);
    if (value !== null && value !== '') values[option.name] = value;
  };
  const named = namedParts(text, options);
  for (const { option, typed } of named) set(option, typed);
  if (named.length > 0) return values;
  const tokens = [...text.matchAll(TOKENS)];
  const required = options.filter(({ isRequired }) => isRequired);
  for (const [index, option] of required.entries()) {
    const token = tokens[index];
    if (token === undefined) return values;
    if (isFreeText(option)) {
      set(option, text.slice(token.index));
      return values;
    }
    set(option, token[1] ?? token[2] ?? '');
  }
  const rest = tokens[required.length];
  const lastText = options.findLast(isFreeText);
  if (rest !== undefined && lastText !== undefined) set(lastText, text.slice(rest.index));
  return values;
}

const isFreeText = ({ type, choices, hasAutocomplete }: CommandOptionView): boolean =>
  type === 'text' && choices.length === 0 && !hasAutocomplete;

function namedParts(text: string, options: readonly CommandOptionView[]) {
  const found = options
    .flatMap((option) => {
      const names = new Set([option.name, option.label]);
      return [...names].flatMap((name) => {
        const at = ` ${text}`.indexOf(` ${name}:`);
        return at === -1 ? [] : [{ option, at, from: at + name.length + 1 }];
      });
    })
    .sort((a, b) => a.at - b.at);
  return found.map(({ option, from }, index) => ({
    option,
    typed: text.slice(from, found[index + 1]?.at).trim(),
  }));
}

/** Null: the text is not a value of this option. */
function valueOf(
  { type, choices }: CommandOptionView,
  typed: string,
  directory: Directory,
): string | null {
  if (choices.length > 0) {
    const wanted = typed.toLowerCase();
    const choice = choices.find(({ label, value }) =>
      [label, String(value)].some((one) => one.toLowerCase() === wanted),
    );
    return choice === undefined ? null : String(choice.value);
  }
  switch (type) {
    case 'text':
      return typed;
    case 'integer':
    case 'number':
      return Number.isNaN(Number(typed)) ? null : typed;
    case 'boolean':
      return ['true', 'false'].includes(typed.toLowerCase()) ? typed.toLowerCase() : null;
    case 'user':
      return idOf(directory, 'users', typed);
    case 'role':
      return idOf(directory, 'roles', typed);
    case 'user or role':
      return idOf(directory, 'users', typed) ?? idOf(directory, 'roles', typed);
    case 'channel':
      return idOf(directory, 'channels', typed);
    case 'file':
      return null;
  }
}
