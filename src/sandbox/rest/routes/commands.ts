import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../errors.ts';
import type { CommandScope } from '../../world/interactions/commands.ts';
import { withStatus, type Api } from '../api.ts';
import type { Call } from '../call.ts';
import { parseForm } from '../form.ts';
import { commandSchema, draftOfCommand, overwriteCommandsSchema } from '../forms/command.ts';
import { flagSchema } from '../forms/fields.ts';

const listQuerySchema = z.object({ with_localizations: flagSchema.default(false) });
/** Body of Edit Command: any of the fields; they are validated together with the unchanged ones. */
const editSchema = z.record(z.string(), z.unknown());

const GLOBAL = '/applications/:application_id/commands';
const IN_GUILD = '/applications/:application_id/guilds/:guild_id/commands';

export function addCommandRoutes({ route, world, access }: Api): void {
  const { commands } = world;

  /** Rejects everyone except the application itself, and guilds its bot is not in. */
  function scopeOf(call: Call, isGlobal: boolean): CommandScope {
    const { actor } = call;
    if (actor.kind !== 'bot') throw apiError(RESTJSONErrorCodes.OnlyBotsCanUseThisEndpoint);
    const applicationId = call.id('application_id');
    if (actor.application.id !== applicationId) {
      throw apiError(RESTJSONErrorCodes.NotAuthorizedToPerformThisActionOnThisApplication);
    }
    const guildId = isGlobal ? null : access.guild(actor, call.id('guild_id')).guild.id;
    return { applicationId, guildId };
  }

  for (const path of [GLOBAL, IN_GUILD]) {
    const isGlobal = path === GLOBAL;

    route(`GET ${path}`, (call) => {
      const { with_localizations: whole } = call.query(listQuerySchema);
      const list = commands.list(scopeOf(call, isGlobal));
      return whole ? list : list.map((command) => localized(command, call.locale));
    });

    route(`POST ${path}`, (call) => {
      const scope = scopeOf(call, isGlobal);
      const draft = draftOfCommand(call.form(commandSchema), scope.guildId);
      const { command, isNew } = commands.upsert(scope, draft);
      return withStatus(isNew ? 201 : 200, command);
    });

    route(`PUT ${path}`, (call) => {
      const scope = scopeOf(call, isGlobal);
      const drafts = call
        .form(overwriteCommandsSchema)
        .map((form) => ({ ...draftOfCommand(form, scope.guildId), id: form.id }));
      return commands.overwrite(scope, drafts);
    });

    route(`GET ${path}/:command_id`, (call) =>
      commands.find(scopeOf(call, isGlobal), call.id('command_id')),
    );

    route(`PATCH ${path}/:command_id`, (call) => {
      const scope = scopeOf(call, isGlobal);
      const before = commands.find(scope, call.id('command_id'));
      const after = { ...before, ...call.form(editSchema), type: before.type };
      const draft = draftOfCommand(parseForm(commandSchema, after), scope.guildId);
      return commands.update(scope, before.id, draft);
    });

    route(`DELETE ${path}/:command_id`, (call) => {
      commands.delete(scopeOf(call, isGlobal), call.id('command_id'));
    });
  }
}

interface Localizable {
  readonly name_localizations?: object | null;
  readonly description_localizations?: object | null;
  readonly options?: readonly Localizable[];
  readonly choices?: readonly Localizable[];
}

/** Lists contain only the texts of the requested locale, in separate fields (retrieving localized commands). */
function localized(command: Localizable, locale: string | null): object {
  const {
    name_localizations: names,
    description_localizations: descriptions,
    options,
    choices,
    ...rest
  } = command;
  const inner = (part: Localizable): object => localized(part, locale);
  return {
    ...rest,
    ...inLocale('name_localized', names, locale),
    ...inLocale('description_localized', descriptions, locale),
    ...(options === undefined ? {} : { options: options.map(inner) }),
    ...(choices === undefined ? {} : { choices: choices.map(inner) }),
  };
}

function inLocale(field: string, texts: object | null | undefined, locale: string | null): object {
  const text: unknown = Object.entries(texts ?? {}).find(([key]) => key === locale)?.[1];
  return text === undefined || text === null ? {} : { [field]: text };
}
