import { type CommandDeps, defuse, type Reply, type SlashCall } from '../../src/bot/command-kit.ts';
import { change, consoleOf } from './console.ts';
import { checkBan, checkRole } from './may.ts';
import { isAnyDone, outcomeReply } from './outcome.ts';

export function banMember(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeBan(call, deps, 'add');
}

export function unbanMember(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeBan(call, deps, 'remove');
}

export function addRole(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeRole(call, deps, 'add');
}

export function removeRole(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeRole(call, deps, 'remove');
}

type Operation = 'add' | 'remove';

async function changeBan(call: SlashCall, deps: CommandDeps, operation: Operation): Promise<Reply> {
  const { guild, interaction, by, signal, t } = call;
  const console = consoleOf(call, deps);
  const { id } = interaction.options.getUser('user', true);
  const reason = interaction.options.getString('reason');
  await checkBan(call, id);
  const action = { propertyId: guild.id, command: 'ban', operation, target: [id] } as const;
  const response = await change(call, () => console.act(action, { signal }));
  if (isAnyDone(response)) {
    const key = operation === 'add' ? 'ban' : 'unban';
    const names = { moderator: defuse(by.name, 100), user: `<@${id}>` };
    deps.announce(guild.id, (serverT) =>
      [
        serverT(`property:reply.announcement.${key}`, names),
        ...(reason === null
          ? []
          : [serverT('property:reply.announcement.reason', { reason: defuse(reason, 300) })]),
      ].join(' '),
    );
  }
  return outcomeReply(response, t);
}

async function changeRole(
  call: SlashCall,
  deps: CommandDeps,
  operation: Operation,
): Promise<Reply> {
  const { guild, interaction, by, signal, t } = call;
  const console = consoleOf(call, deps);
  const { id } = interaction.options.getUser('user', true);
  const role = interaction.options.getRole('role', true);
  await checkRole(call, { operation, targetId: id, roleId: role.id });
  const action = { command: 'roles', operation, target: [id], value: [role.id] } as const;
  const response = await change(call, () =>
    console.act({ propertyId: guild.id, ...action }, { signal }),
  );
  if (isAnyDone(response)) {
    const key = operation === 'add' ? 'addRole' : 'removeRole';
    const moderator = defuse(by.name, 100);
    const names = { moderator, user: `<@${id}>`, role: `<@&${role.id}>` };
    deps.announce(guild.id, (serverT) => serverT(`property:reply.announcement.${key}`, names));
  }
  return outcomeReply(response, t);
}
