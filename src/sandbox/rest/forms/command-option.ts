import {
  ApplicationCommandOptionType as OptionType,
  ChannelType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { z } from 'zod';

import {
  commandNameSchema,
  descriptionSchema,
  localizationsSchema,
  withoutUndefined,
} from './command-fields.ts';
import { textSchema } from './fields.ts';

export const MAX_OPTIONS = 25;
const MAX_CHOICES = 25;
const MAX_TEXT_CHARACTERS = 6000;

const choiceSchema = z.object({
  name: textSchema(100, 1),
  name_localizations: localizationsSchema(textSchema(100, 1)),
  value: z.union([textSchema(100), z.number()]),
});

/** Every field any option may have; which of them go together is checked below. */
interface OptionForm {
  readonly type: OptionType;
  readonly name: string;
  readonly required?: boolean | null | undefined;
  readonly choices?: readonly { readonly value: string | number }[] | null | undefined;
  readonly autocomplete?: boolean | null | undefined;
  readonly options?: readonly OptionForm[] | null | undefined;
}

const optionSchema: z.ZodType<OptionForm> = z
  .object({
    type: z.enum(OptionType),
    name: commandNameSchema,
    name_localizations: localizationsSchema(commandNameSchema),
    description: descriptionSchema,
    description_localizations: localizationsSchema(descriptionSchema),
    required: z.boolean().nullish(),
    choices: z.array(choiceSchema).max(MAX_CHOICES).nullish(),
    get options() {
      return z.array(optionSchema).max(MAX_OPTIONS).nullish();
    },
    channel_types: z.array(z.enum(ChannelType)).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: z.int().min(0).max(MAX_TEXT_CHARACTERS).nullish(),
    max_length: z.int().min(1).max(MAX_TEXT_CHARACTERS).nullish(),
    autocomplete: z.boolean().nullish(),
  })
  // What is false or null is what is absent, and Discord answers without it.
  .transform(({ required, autocomplete, choices, options, ...option }) =>
    withoutUndefined({
      ...withoutNulls(option),
      ...(required === true ? { required } : {}),
      ...(autocomplete === true ? { autocomplete } : {}),
      ...(choices?.length ? { choices } : {}),
      ...(options?.length ? { options } : {}),
    }),
  );

/** The options of a command: subcommands, groups of subcommands, or values, and each kind where it may stand. */
export const optionsSchema = z
  .array(optionSchema)
  .max(MAX_OPTIONS)
  .check((context) => {
    for (const { path, ...complaint } of complaints(context.value, 0)) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: [...path],
        message: complaint.message,
        params: { code: complaint.code },
      });
    }
  })
  // Checked field by field above; the union of discord-api-types can't be built from it.
  .transform((options) => options as unknown as APIApplicationCommandOption[]);

interface Complaint {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** `depth` 0: right in the command; 1: in a group or subcommand of it; 2: in a group's subcommand. */
function complaints(
  options: readonly OptionForm[],
  depth: number,
  parent?: OptionType,
): Complaint[] {
  const found: Complaint[] = [];
  const names = new Set<string>();
  let optionalSeen = false;
  const isFolder = options.some(({ type }) => isNesting(type));
  for (const [index, option] of options.entries()) {
    const complain = (code: string, message: string, ...field: string[]): void => {
      found.push({ path: [index, ...field], code, message });
    };
    if (names.has(option.name)) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        'Option name already exists',
        'name',
      );
    }
    names.add(option.name);
    if (isFolder && !isNesting(option.type)) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command and sub-command group option types are mutually exclusive to all other types',
        'type',
      );
    }
    if (!mayStand(option.type, depth, parent)) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Option type is not allowed here',
        'type',
      );
    }
    if (option.required === true && optionalSeen) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    }
    if (option.required !== true) optionalSeen = true;
    if (option.autocomplete === true && option.choices?.length) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
        'Options with choices cannot use autocomplete',
        'autocomplete',
      );
    }
    const wanted = option.type === OptionType.String ? 'string' : 'number';
    for (const [choiceIndex, { value }] of (option.choices ?? []).entries()) {
      if (typeof value !== wanted) {
        complain(
          'APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID',
          'Choice value does not match the type of the option',
          'choices',
          String(choiceIndex),
          'value',
        );
      }
    }
    for (const { path, ...rest } of complaints(option.options ?? [], depth + 1, option.type)) {
      found.push({ path: [index, 'options', ...path], ...rest });
    }
  }
  return found;
}

function isNesting(type: OptionType): boolean {
  return type === OptionType.Subcommand || type === OptionType.SubcommandGroup;
}

function mayStand(type: OptionType, depth: number, parent: OptionType | undefined): boolean {
  if (depth === 0) return true;
  if (parent === OptionType.SubcommandGroup) return type === OptionType.Subcommand;
  return parent === OptionType.Subcommand && !isNesting(type);
}

function withoutNulls<T extends object>(option: T): T {
  const given = Object.entries(option).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as T; // fromEntries forgets which keys there were
}
