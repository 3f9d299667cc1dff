import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord-api-types/v10';
import { z } from 'zod';

import type { CommandDraft } from '../../world/commands.ts';
import { isCommandName, localizationsSchema } from './command-fields.ts';
import { optionsSchema } from './command-option.ts';
import { charactersOf } from './command-size.ts';
import { permissionsSchema, snowflakeSchema, textSchema } from './fields.ts';

/** Of names, descriptions and values of a command with its options and choices. */
const MAX_CHARACTERS = 8000;

const types = z.literal([
  ApplicationCommandType.ChatInput,
  ApplicationCommandType.User,
  ApplicationCommandType.Message,
]);

const fields = z.object({
  /** Only of Bulk Overwrite: which command it was before. */
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
    context.issues.push(...complaintsAbout(context.value).map(asIssue));
  });

/** Body of Bulk Overwrite. */
export const overwriteCommandsSchema = z.array(commandSchema).check((context) => {
  const known = new Set<string>();
  for (const [index, { name, type }] of context.value.entries()) {
    const key = `${type} ${name}`;
    if (known.has(key)) {
      context.issues.push(
        asIssue({
          path: [index, 'name'],
          code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
          message: 'Application command names must be unique',
        }),
      );
    }
    known.add(key);
  }
});

/** The command as it is kept and shown, with Discord's defaults. */
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

/** The deprecated `dm_permission: false` says the same as contexts without direct messages. */
function contextsOf({ dm_permission: dms }: CommandForm): InteractionContextType[] | null {
  return dms === false ? [InteractionContextType.Guild] : null;
}

function isForDms({ contexts }: CommandForm): boolean {
  return contexts?.includes(InteractionContextType.BotDM) ?? true;
}

interface Complaint {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

function complaintsAbout(form: CommandForm): Complaint[] {
  const found: Complaint[] = [];
  const complain = (code: string, message: string, ...path: string[]): void => {
    found.push({ path, code, message });
  };
  if (form.type === ApplicationCommandType.ChatInput) {
    for (const [locale, name] of namesOf(form)) {
      if (isCommandName(name)) continue;
      const path = locale === null ? ['name'] : ['name_localizations', locale];
      complain('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid', ...path);
    }
    if (!form.description) {
      complain('BASE_TYPE_REQUIRED', 'This field is required', 'description');
    }
  } else {
    if (form.description) {
      complain(
        'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
        'Context menu commands cannot have description',
        'description',
      );
    }
    if (form.options?.length) {
      complain(
        'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
        'Context menu commands cannot have options',
        'options',
      );
    }
  }
  if (charactersOf(form) > MAX_CHARACTERS) {
    complain('APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_CHARACTERS})`);
  }
  return found;
}

function namesOf(form: CommandForm): [locale: string | null, name: string][] {
  return [[null, form.name], ...Object.entries(form.name_localizations ?? {})];
}

function asIssue({ path, code, message }: Complaint) {
  return { code: 'custom' as const, input: null, path: [...path], message, params: { code } };
}
