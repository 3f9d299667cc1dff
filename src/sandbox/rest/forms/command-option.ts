import {
  ApplicationCommandOptionType as OptionType,
  ChannelType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { commandNameSchema, descriptionSchema, localizationsSchema } from './command-fields.ts';
import { toZodIssue, type FieldIssue } from '../form.ts';
import { omitNullish } from '../omit-fields.ts';
import { textSchema } from './fields.ts';

export const MAX_OPTIONS = 25;
const MAX_CHOICES = 25;
const MAX_TEXT_CHARACTERS = 6000;

const choiceSchema = z.object({
  name: textSchema(100, 1),
  name_localizations: localizationsSchema(textSchema(100, 1)),
  value: z.union([textSchema(100), z.number()]),
});

/** The fields of all option types; `optionIssues` checks which may be combined. */
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
  // false and null mean absent, and Discord leaves them out of its responses.
  .transform(({ required, autocomplete, choices, options, ...option }) =>
    omitNullish({
      ...option,
      ...(required === true ? { required } : {}),
      ...(autocomplete === true ? { autocomplete } : {}),
      ...(choices?.length ? { choices } : {}),
      ...(options?.length ? { options } : {}),
    }),
  );

/** The options of a command: subcommands, subcommand groups, or values, each at an allowed depth. */
export const optionsSchema = z
  .array(optionSchema)
  .max(MAX_OPTIONS)
  .check((context) => {
    context.issues.push(...optionIssues(context.value, 0).map(toZodIssue));
  })
  // Validated field by field above; zod can't infer the union of discord-api-types.
  .transform((options) => options as unknown as APIApplicationCommandOption[]);

/** `depth` 0: directly in the command; 1: in a group or subcommand; 2: in a subcommand of a group. */
function optionIssues(
  options: readonly OptionForm[],
  depth: number,
  parent?: OptionType,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const names = new Set<string>();
  let optionalSeen = false;
  const hasSubcommands = options.some(({ type }) => isNesting(type));
  for (const [index, option] of options.entries()) {
    const report = (code: string, message: string, ...field: string[]): void => {
      issues.push({ path: [index, ...field], code, message });
    };
    if (names.has(option.name)) {
      report(
        'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        'Option name already exists',
        'name',
      );
    }
    names.add(option.name);
    if (hasSubcommands && !isNesting(option.type)) {
      report(
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command and sub-command group option types are mutually exclusive to all other types',
        'type',
      );
    }
    if (!isAllowedAt(option.type, depth, parent)) {
      report('APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Option type is not allowed here', 'type');
    }
    if (option.required === true && optionalSeen) {
      report(
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    }
    if (option.required !== true) optionalSeen = true;
    if (option.autocomplete === true && option.choices?.length) {
      report(
        'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
        'Options with choices cannot use autocomplete',
        'autocomplete',
      );
    }
    const valueType = option.type === OptionType.String ? 'string' : 'number';
    for (const [choiceIndex, { value }] of (option.choices ?? []).entries()) {
      if (typeof value !== valueType) {
        report(
          'APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID',
          'Choice value does not match the type of the option',
          'choices',
          String(choiceIndex),
          'value',
        );
      }
    }
    for (const { path, ...error } of optionIssues(option.options ?? [], depth + 1, option.type)) {
      issues.push({ path: [index, 'options', ...path], ...error });
    }
  }
  return issues;
}

function isNesting(type: OptionType): boolean {
  return type === OptionType.Subcommand || type === OptionType.SubcommandGroup;
}

function isAllowedAt(type: OptionType, depth: number, parent: OptionType | undefined): boolean {
  if (depth === 0) return true;
  if (parent === OptionType.SubcommandGroup) return type === OptionType.Subcommand;
  return parent === OptionType.Subcommand && !isNesting(type);
}
