import { PermissionFlagsBits } from 'discord.js';
import type { PropertyActionInput } from '../../src/service-api/client/groups/property.ts';
import {
  type CommandDeps,
  defuse,
  type Reply,
  type SlashCall,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { isSnowflake, mentionedId } from '../../src/shared/snowflake.ts';
import { change, consoleOf } from './console.ts';
import { checkBan, checkRole } from './may.ts';
import { isAnyDone, outcomeReply } from './outcome.ts';
import { unquoted, wordsOf } from './words.ts';

const COMMAND = /^[\w.-]{1,64}$/;
/** A JSON number is exact up to this length. Ids are longer and stay strings. */
const SHORT_NUMBER = /^-?\d{1,15}$/;

/** Requests any action of the service. Those the bot knows are checked like their commands. */
export async function requestAction(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction, t } = call;
  const console = consoleOf(call, deps);
  const { options } = interaction;
  const action: PropertyActionInput = {
    propertyId: guild.id,
    command: readCommand(options.getString('command', true), t),
    operation: options.getString('operation', true) === 'remove' ? 'remove' : 'add',
    target: readTargets(options.getString('targets')),
    value: readValues(options.getString('values')),
  };
  await check(call, action);
  const response = await change(call, () => console.act(action, { signal }));
  if (isAnyDone(response)) {
    const { operation } = action;
    const command = defuse(action.command, 64);
    const moderator = defuse(by.name, 100);
    deps.announce(guild.id, (serverT) =>
      serverT('property:reply.announcement.action', { moderator, command, operation }),
    );
  }
  return outcomeReply(response, t);
}

/**
 * Throws a `UserError` if the moderator could not do this by hand. A remote service may do anything for an unknown command,
 * so the moderator must be able to ban its targets, or be an administrator if the targets are not users.
 */
async function check(
  call: SlashCall,
  { command, operation, target, value }: PropertyActionInput,
): Promise<void> {
  const { t } = call;
  // A remote service may ignore the case of letters.
  const name = command.toLowerCase();
  const isKnown = name === 'ban' || name === 'roles';
  if (isKnown && target === undefined) throw new UserError(t('property:reply.noTargets'));
  if (name === 'roles' && value === undefined) throw new UserError(t('property:reply.noRoles'));
  for (const targetId of target ?? []) {
    if (isSnowflake(targetId)) {
      if (name !== 'roles') await checkBan(call, targetId);
    } else if (isKnown) {
      throw new UserError(t('property:reply.notUsers', { word: defuse(targetId, 100) }));
    } else if (!call.interaction.memberPermissions.has(PermissionFlagsBits.Administrator)) {
      throw new UserError(t('property:reply.otherTargets', { word: defuse(targetId, 100) }));
    }
  }
  if (name !== 'roles') return;
  for (const targetId of target ?? []) {
    for (const role of value ?? []) {
      await checkRole(call, { operation, targetId, roleId: String(role) });
    }
  }
}

function readCommand(text: string, t: Translate): string {
  const command = text.trim();
  if (!COMMAND.test(command)) throw new UserError(t('property:reply.unknownCommand'));
  return command;
}

/** Parses users by mention or id, channels and roles by mention, and other words as they are; undefined: none. */
export function readTargets(text: string | null): string[] | undefined {
  const targets = wordsOf(text).map((word) => unquoted(word) ?? anyMentionedId(word) ?? word);
  return targets.length === 0 ? undefined : targets;
}

/**
 * Parses mentions into ids, short numbers into numbers, and keeps other words; a quoted text stays a text. Undefined:
 * none.
 */
export function readValues(text: string | null): (string | number)[] | undefined {
  const values = wordsOf(text).map((word) => {
    const id = unquoted(word) ?? anyMentionedId(word);
    if (id !== null) return id;
    return SHORT_NUMBER.test(word) ? Number(word) : word;
  });
  return values.length === 0 ? undefined : values;
}

function anyMentionedId(word: string): string | null {
  return (
    mentionedId('user', word) ?? mentionedId('role', word) ?? mentionedId('channel', word) ?? null
  );
}
