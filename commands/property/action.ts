import type { Action } from '../../src/client/property.ts';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/property.ts';
import { announced, problems } from '../texts/property-answers.ts';
import { change, consoleOf } from './console.ts';
import { checkBan, checkRole } from './may.ts';
import { isAnyDone, outcomeReply } from './outcome.ts';

const COMMAND = /^[\w.-]{1,64}$/;
const USER = /^(?:<@!?)?(\d{15,20})>?$/;
const ROLE = /^<@&(\d{15,20})>$/;
/** What a JSON number holds without losing digits; ids are longer, and stay strings. */
const SHORT_NUMBER = /^-?\d{1,15}$/;

/** Any action the service may know. Those that the bot knows too are checked like those with commands of their own. */
export async function askForAction(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction } = call;
  const console = consoleOf(deps);
  const { options: given } = interaction;
  const action: Action = {
    propertyId: guild.id,
    command: readCommand(given.getString(options.command.name.en, true)),
    operation: given.getString(options.operation.name.en, true) === 'remove' ? 'remove' : 'add',
    target: readUsers(given.getString(options.targets.name.en)),
    value: readValues(given.getString(options.values.name.en)),
  };
  await check(call, action);
  const answer = await change(() => console.act(action, { signal }));
  if (isAnyDone(answer)) {
    const { command, operation } = action;
    const said = announced.action(defuse(by.name, 100), defuse(command, 64), operation);
    deps.announce(guild.id, said);
  }
  return outcomeReply(answer);
}

/**
 * Throws a `UserError` for what the asker may not have done. What a service elsewhere makes of a command the bot does not
 * know may be anything, so whom it falls on must be somebody they could ban.
 */
async function check(
  call: SlashCall,
  { command, operation, target, value }: Action,
): Promise<void> {
  // A service elsewhere may care less than ours about how it is written.
  const word = command.toLowerCase();
  if (word === 'ban' && target === undefined) throw new UserError(problems.noTargets);
  if (word !== 'roles') {
    for (const targetId of target ?? []) await checkBan(call, targetId);
    return;
  }
  if (target === undefined) throw new UserError(problems.noTargets);
  if (value === undefined) throw new UserError(problems.noRoles);
  for (const targetId of target) {
    for (const role of value) await checkRole(call, { operation, targetId, roleId: String(role) });
  }
}

function readCommand(text: string): string {
  const word = text.trim();
  if (!COMMAND.test(word)) throw new UserError(problems.commandUnknown);
  return word;
}

function wordsOf(text: string | null): string[] {
  return (text ?? '').split(/[\s,]+/).filter((word) => word !== '');
}

export function readUsers(text: string | null): string[] | undefined {
  const ids = wordsOf(text).map((word) => {
    const id = USER.exec(word)?.[1];
    if (id === undefined) throw new UserError(problems.notUsers(defuse(word, 100)));
    return id;
  });
  return ids.length === 0 ? undefined : ids;
}

export function readValues(text: string | null): (string | number)[] | undefined {
  const values = wordsOf(text).map((word) => {
    const role = ROLE.exec(word)?.[1];
    if (role !== undefined) return role;
    return SHORT_NUMBER.test(word) ? Number(word) : word;
  });
  return values.length === 0 ? undefined : values;
}
