import type { User } from 'discord.js';
import {
  type Action,
  banOf,
  canAct,
  type CommandDeps,
  type Punishment,
  refusalOf,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { memberOption } from './options.ts';
import { manualReply } from './reply.ts';

/** Checks everything first, so that nobody gets a notice about an action that then fails. */
export async function punish(
  call: SlashCall,
  punishment: Punishment,
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, interaction, by, t } = call;
  const { user, member, author } = memberOption(call);
  if (member === null && punishment.kind !== 'ban') {
    throw new UserError(t('punish:reply.left', { user: user.id }));
  }
  if (punishment.kind === 'warn' && user.bot) throw new UserError(t('punish:reply.bot'));
  const permission = await canAct({
    guild,
    by: interaction.member,
    act: punishment.kind === 'warn' ? 'notice' : punishment.kind,
    targetId: user.id,
    target: member,
  });
  if (permission.kind === 'denied') throw new UserError(call.show(permission.reason));
  if (punishment.kind !== 'warn') await checkBot(call, punishment, user);
  if (punishment.kind === 'ban' && (await banOf(guild, user.id)) !== null) {
    throw new UserError(t('punish:reply.banned', { user: user.id }));
  }
  const result = await deps.manualActions.run({
    ...punishment,
    guildId: guild.id,
    interactionId: interaction.id,
    by,
    reason: interaction.options.getString('reason'),
    member: author,
  });
  return manualReply(call, result, deps);
}

/** Throws a `UserError` with the fix if Discord would refuse the bot. */
export async function checkBot(
  { guild, show }: Pick<SlashCall, 'guild' | 'show'>,
  action: Action,
  { id: authorId }: Pick<User, 'id'>,
): Promise<void> {
  const refusal = await refusalOf(guild, action, {
    subject: 'member',
    channelId: '',
    messageId: '',
    authorId,
  });
  if (refusal !== null) throw new UserError(`${show(refusal.reason)} ${show(refusal.fix)}`);
}
