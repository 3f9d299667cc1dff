import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/property.ts';
import { announced } from '../texts/property-answers.ts';
import { change, consoleOf } from './console.ts';
import { checkBan, checkRole } from './may.ts';
import { isAnyDone, outcomeReply } from './outcome.ts';

export function banMember(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeBan(call, deps, 'add');
}

export function unbanMember(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeBan(call, deps, 'remove');
}

export function giveRole(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeRole(call, deps, 'add');
}

export function takeRole(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeRole(call, deps, 'remove');
}

type Operation = 'add' | 'remove';

async function changeBan(call: SlashCall, deps: CommandDeps, operation: Operation): Promise<Reply> {
  const { guild, interaction, by, signal } = call;
  const console = consoleOf(deps);
  const { id } = interaction.options.getUser(options.user.name.en, true);
  const reason = interaction.options.getString(options.reason.name.en);
  await checkBan(call, id);
  const action = { propertyId: guild.id, command: 'ban', operation, target: [id] } as const;
  const answer = await change(() => console.act(action, { signal }));
  if (isAnyDone(answer)) {
    const say = operation === 'add' ? announced.ban : announced.unban;
    const why = reason === null ? '' : announced.reason(defuse(reason, 300));
    deps.announce(guild.id, say(defuse(by.name, 100), `<@${id}>`, why));
  }
  return outcomeReply(answer);
}

async function changeRole(
  call: SlashCall,
  deps: CommandDeps,
  operation: Operation,
): Promise<Reply> {
  const { guild, interaction, by, signal } = call;
  const console = consoleOf(deps);
  const { id } = interaction.options.getUser(options.user.name.en, true);
  const role = interaction.options.getRole(options.role.name.en, true);
  await checkRole(call, { operation, targetId: id, roleId: role.id });
  const action = { command: 'roles', operation, target: [id], value: [role.id] } as const;
  const answer = await change(() => console.act({ propertyId: guild.id, ...action }, { signal }));
  if (isAnyDone(answer)) {
    const say = operation === 'add' ? announced.give : announced.take;
    deps.announce(guild.id, say(defuse(by.name, 100), `<@${id}>`, `<@&${role.id}>`));
  }
  return outcomeReply(answer);
}
