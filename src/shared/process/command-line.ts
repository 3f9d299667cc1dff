import { statSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorMessage } from '../errors.ts';
import { VERSION } from '../version.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
const MAX_PORT = 65_535;

/** An option without a value, such as `--dry-run`. */
interface Flag {
  readonly help: string;
}

/** An option with a value, such as `--port PORT`. */
export interface ValueOption<T> extends Flag {
  /** The name of the value in the usage text, such as `PORT`. */
  readonly placeholder: string;
  /** Throws a `UsageError` if the text is not a valid value. */
  readonly parse: (text: string) => T;
  /** The default value. Absent: the option is required. */
  readonly fallback?: T;
}

type Options = Readonly<Record<string, Flag | ValueOption<unknown>>>;

/** The command line of a script. */
export interface Script<O extends Options> {
  /** The script's name in npm, such as `bench`. */
  readonly name: string;
  /** Describes the script in one sentence. */
  readonly summary: string;
  readonly options: O;
  /**
   * The values that may be given without an option's name. A string describes values that the script itself checks. Default:
   * none.
   */
  readonly positionals?: readonly string[] | string;
  /** Only the arguments, without `npm run`. */
  readonly examples: readonly string[];
}

export interface Arguments<O extends Options> {
  readonly options: {
    readonly [K in keyof O]: O[K] extends ValueOption<infer T> ? T : boolean;
  };
  readonly positionals: readonly string[];
}

export type ParsedCommandLine<O extends Options> =
  | ({ readonly kind: 'run' } & Arguments<O>)
  | { readonly kind: 'information'; readonly text: string }
  | { readonly kind: 'invalid'; readonly text: string };

/** The command line is wrong; the message says what. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The arguments of this process. Exits with 0 for `--help` and `--version`, and with 64 if an argument is wrong. */
export function readArguments<O extends Options>(script: Script<O>): Arguments<O> {
  const parsed = parseCommandLine(script, process.argv.slice(2));
  switch (parsed.kind) {
    case 'run':
      return parsed;
    case 'information':
      process.stdout.write(parsed.text);
      return process.exit(0);
    case 'invalid':
      process.stderr.write(parsed.text);
      return process.exit(EXIT_USAGE);
  }
}

/** Exits with 64, for arguments that are valid but don't make sense together. */
export function exitWithUsage(script: Script<Options>, problem: string): never {
  process.stderr.write(`${problem}\n\n${usageOf(script)}`);
  process.exit(EXIT_USAGE);
}

export function parseCommandLine<O extends Options>(
  script: Script<O>,
  args: readonly string[],
): ParsedCommandLine<O> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseArgsOptions(script.options),
      allowPositionals: script.positionals !== undefined,
    });
    if (values['help'] === true) return { kind: 'information', text: usageOf(script) };
    if (values['version'] === true) return { kind: 'information', text: `${VERSION}\n` };
    const { positionals: allowed = [] } = script;
    const unknown =
      typeof allowed === 'string' ? undefined : positionals.find((text) => !allowed.includes(text));
    if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.`);
    const options = Object.fromEntries(
      Object.entries(script.options).map(([name, option]) => [
        name,
        valueOf(name, option, values[name]),
      ]),
    );
    return { kind: 'run', options: options as Arguments<O>['options'], positionals };
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return { kind: 'invalid', text: `${problemOf(error)}\n\n${usageOf(script)}` };
  }
}

/** A port, or 0 for any free one. */
export const portOption: ValueOption<number> = {
  placeholder: 'PORT',
  help: 'The port to listen on. Default: any free port.',
  parse(text) {
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= MAX_PORT) return port;
    throw new UsageError(`--port must be a whole number from 0 to ${MAX_PORT}.`);
  },
  fallback: 0,
};

/** A whole number of at least 1. */
export function countOption<F extends number | null>(
  help: string,
  fallback: F,
): ValueOption<number | F> {
  return {
    placeholder: 'N',
    help,
    parse(text) {
      if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
      throw new UsageError(`'${text}' is not a whole number from 1.`);
    },
    fallback,
  };
}

/** `option`, but null if it is absent, for a default that comes from elsewhere. */
export function optionalOption<T>(option: ValueOption<T>): ValueOption<T | null> {
  return { ...option, fallback: null };
}

/** A required folder, such as the data that `train` reads. */
export function folderOption(name: string, help: string): ValueOption<string> {
  return {
    placeholder: 'DIR',
    help,
    parse(text) {
      if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return text;
      throw new UsageError(`--${name} must be a folder, and '${text}' is not.`);
    },
  };
}

/** A required Discord id, such as a server's. */
export function idOption(name: string, help: string): ValueOption<string> {
  return {
    placeholder: 'ID',
    help,
    parse(text) {
      if (/^\d{15,20}$/.test(text)) return text;
      throw new UsageError(`--${name} must be an ID, a number of 15 to 20 digits.`);
    },
  };
}

/** A required folder that the script creates. */
export function newFolderOption(name: string, help: string): ValueOption<string> {
  return {
    placeholder: 'DIR',
    help,
    parse(text) {
      if (statSync(text, { throwIfNoEntry: false }) === undefined) return text;
      throw new UsageError(`--${name} must be a new folder, and '${text}' exists.`);
    },
  };
}

/** Any text, such as a file to write. */
export function textOption(
  placeholder: string,
  help: string,
  fallback: string,
): ValueOption<string> {
  return { placeholder, help, parse: (text) => text, fallback };
}

/** One of a few words. */
export function choiceOption<const T extends string>(
  choices: readonly T[],
  help: string,
  fallback: T,
): ValueOption<T> {
  return {
    placeholder: choices.join('|'),
    help,
    parse(text) {
      const choice = choices.find((one) => one === text);
      if (choice !== undefined) return choice;
      throw new UsageError(`'${text}' is none of ${choices.join(', ')}.`);
    },
    fallback,
  };
}

function parseArgsOptions(options: Options): NonNullable<ParseArgsConfig['options']> {
  return {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    ...Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        { type: hasValue(option) ? 'string' : 'boolean' } as const,
      ]),
    ),
  };
}

function hasValue(option: Flag | ValueOption<unknown>): option is ValueOption<unknown> {
  return 'placeholder' in option;
}

function valueOf(
  name: string,
  option: Flag | ValueOption<unknown>,
  given: string | boolean | (string | boolean)[] | undefined,
): unknown {
  if (!hasValue(option)) return given === true;
  if (typeof given === 'string') return option.parse(given);
  if ('fallback' in option) return option.fallback;
  throw new UsageError(`--${name} ${option.placeholder} is required.`);
}

function isUsageError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS_');
}

/** Node's own messages go on to explain `--` and positionals, which these scripts do not use. */
function problemOf(error: unknown): string {
  const [sentence = ''] = errorMessage(error).split(/\. To specify|\. This command|\.?$/);
  return `${sentence}.`;
}

function positionalsOf(positionals: readonly string[] | string): string {
  return typeof positionals === 'string' ? positionals : `${positionals.join('|')} ...`;
}

function usageOf({ name, summary, options, positionals, examples }: Script<Options>): string {
  const all: Options = {
    ...options,
    help: { help: 'Show this text.' },
    version: { help: 'Show the version.' },
  };
  const labels = Object.entries(all).map(([key, option]) => ({
    label: `--${key}${hasValue(option) ? ` ${option.placeholder}` : ''}`,
    isRequired: hasValue(option) && !('fallback' in option),
    help: option.help,
  }));
  const width = Math.max(...labels.map(({ label }) => label.length));
  const synopsis = [
    ...labels.map(({ label, isRequired }) => (isRequired ? label : `[${label}]`)),
    ...(positionals === undefined ? [] : [`[${positionalsOf(positionals)}]`]),
  ];
  return [
    `Usage: npm run ${name} -- ${synopsis.join(' ')}`,
    '',
    summary,
    '',
    ...labels.map(({ label, help }) => `  ${label.padEnd(width)}  ${help}`),
    '',
    ...examples.map((example, index) => {
      const command = example === '' ? `npm run ${name}` : `npm run ${name} -- ${example}`;
      return `${index === 0 ? 'Example: ' : '         '}${command}`;
    }),
    '',
  ].join('\n');
}
