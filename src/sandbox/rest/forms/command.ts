import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord-api-types/v10';
import { z } from 'zod';

import type { CommandDraft } from '../../world/interactions/commands.ts';
import { toZodIssue, type FieldIssue } from '../form.ts';
import { isCommandName, localizationsSchema } from './command-fields.ts';
import { optionsSchema } from './command-option.ts';
import { charactersOf } from './command-size.ts';
import { permissionsSchema, snowflakeSchema, textSchema } from './fields.ts';

/** The limit for `charactersOf` a command. */
const MAX_CHARACTERS = 8000;

const types = z.literal([
  ApplicationCommandType.ChatInput,
  ApplicationCommandType.User,
  ApplicationCommandType.Message,
]);

const fields = z.object({
  /** Only in Bulk Overwrite: the existing command to keep. */
  id: snowflakeSchema.optional(),
  name: textSchema(32, 1),
  name_localizations: localizationsSchema(textSchema(32, 1)),
  description: textSchema(100).nullish(),
  description_localizations: localizationsSchema(textSchema(100, 1)),
  options: optionsSchema.nullish(),
  default_member_permissions: permissionsSchema.nullish(),
  dm_permission: z.boolean().nullish(),
  nsfw: z.boolean().nullish(),
  integration_types: z.array(z.enum(ApplicationIntegrationType)).min(1).nullish(),
  contexts: z.array(z.enum(InteractionContextType)).min(1).nullish(),
});
type CommandFields = z.infer<typeof fields>;
type CommandForm = CommandFields & { readonly type: z.infer<typeof types> };

/** Body of Create Application Command, global or in a guild. */
export const commandSchema = fields
  .extend({ type: types.default(ApplicationCommandType.ChatInput) })
  .check((context) => {
    context.issues.push(...commandIssues(context.value).map(toZodIssue));
  });

/** Body of Bulk Overwrite. */
export const overwriteCommandsSchema = z.array(commandSchema).check((context) => {
  const seen = new Set<string>();
  for (const [index, { name, type }] of context.value.entries()) {
    const key = `${type} ${name}`;
    if (seen.has(key)) {
      context.issues.push(
        toZodIssue({
          path: [index, 'name'],
          code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
          message: 'Application command names must be unique',
        }),
      );
    }
    seen.add(key);
  }
});

/** The command as it is stored and returned, with Discord's defaults. */
export function draftOfCommand(form: CommandForm, guildId: string | null): CommandDraft {
  const { name, type, options, description, default_member_permissions: permissions } = form;
  const isSlash = type === ApplicationCommandType.ChatInput;
  return {
    type,
    name,
    name_localizations: form.name_localizations ?? null,
    description: isSlash ? (description ?? '') : '',
    description_localizations: form.description_localizations ?? null,
    ...(options?.length ? { options } : {}),
    default_member_permissions: permissions?.toString() ?? null,
    ...(guildId === null
      ? {
          dm_permission: form.dm_permission ?? isForDms(form),
          contexts: form.contexts ?? contextsOf(form),
          integration_types: form.integration_types ?? [ApplicationIntegrationType.GuildInstall],
        }
      : {}),
    nsfw: form.nsfw ?? false,
  };
}

/** The deprecated `dm_permission: false` means the same as contexts without DMs. */
function contextsOf({ dm_permission: dms }: CommandForm): InteractionContextType[] | null {
  return dms === false ? [InteractionContextType.Guild] : null;
}

function isForDms({ contexts }: CommandForm): boolean {
  return contexts?.includes(InteractionContextType.BotDM) ?? true;
}

function commandIssues(form: CommandForm): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const report = (code: string, message: string, ...path: string[]): void => {
    issues.push({ path, code, message });
  };
  if (form.type === ApplicationCommandType.ChatInput) {
    for (const [locale, name] of namesOf(form)) {
      if (isCommandName(name)) continue;
      const path = locale === null ? ['name'] : ['name_localizations', locale];
      report('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid', ...path);
    }
    if (!form.description) {
      report('BASE_TYPE_REQUIRED', 'This field is required', 'description');
    }
  } else {
    if (form.description) {
      report(
        'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
        'Context menu commands cannot have description',
        'description',
      );
    }
    if (form.options?.length) {
      report(
        'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
        'Context menu commands cannot have options',
        'options',
      );
    }
  }
  if (charactersOf(form) > MAX_CHARACTERS) {
    report('APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_CHARACTERS})`);
  }
  return issues;
}

function namesOf(form: CommandForm): [locale: string | null, name: string][] {
  return [[null, form.name], ...Object.entries(form.name_localizations ?? {})];
}
