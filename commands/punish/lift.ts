import type { APIBan } from 'discord.js';
import {
  activeEffectsOf,
  banOf,
  canAct,
  type Case,
  type CommandDeps,
  isBanOf,
  type ManualOrder,
  type Lift,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { runModeratorAction } from '../case/moderator-action.ts';
import { memberOption } from './options.ts';
import { checkBot } from './punish.ts';
import { manualReply } from './reply.ts';

/* Ends any ban or timeout, also one that the bot did not impose. If a case imposed it, that case is undone, so that it no longer counts. */

/** How many of the member's latest cases are searched. */
const SEARCHED = 100;
/** Discord keeps times to the millisecond; a proxy may round them. */
const SAME_TIME_MS = 1000;

export async function unban(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { user } = memberOption(call);
  await checkMay(call, 'ban');
  const ban = await banOf(call.guild, user.id);
  if (ban === null) throw new UserError(call.t('punish:reply.notBanned', { user: user.id }));
  return lift(call, { order: { kind: 'unban' }, isCause: causeOf(ban) }, deps);
}

function causeOf(ban: APIBan): (record: Case) => boolean {
  return (record) => activeEffectsOf(record).isBanned && isBanOf(record, ban);
}

export async function untimeout(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { user, member } = memberOption(call);
  const { t } = call;
  if (member === null) throw new UserError(t('punish:reply.left', { user: user.id }));
  await checkMay(call, 'timeout');
  const until = member.communicationDisabledUntilTimestamp;
  if (until === null || until <= deps.clock.now()) {
    throw new UserError(t('punish:reply.notTimedOut', { user: user.id }));
  }
  const isCause = (record: Case): boolean =>
    Math.abs((activeEffectsOf(record).timeoutUntil ?? 0) - until) <= SAME_TIME_MS;
  return lift(call, { order: { kind: 'untimeout', until }, isCause }, deps);
}

/** Throws a `UserError` unless the moderator and the bot may end it. */
async function checkMay(call: SlashCall, act: 'ban' | 'timeout'): Promise<void> {
  const { user, member } = memberOption(call);
  const permission = await canAct({
    guild: call.guild,
    by: call.interaction.member,
    act,
    targetId: user.id,
    target: member,
  });
  if (permission.kind === 'denied') throw new UserError(call.show(permission.reason));
  await checkBot(call, { kind: act }, user);
}

async function lift(
  call: SlashCall,
  { order, isCause }: { readonly order: Lift; isCause(record: Case): boolean },
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, interaction, by } = call;
  const { user, author } = memberOption(call);
  const reason = interaction.options.getString('reason');
  const latest = await deps.cases.list(guild.id, { authorId: user.id, limit: SEARCHED });
  const record = latest.find(isCause);
  if (record !== undefined) {
    return runModeratorAction(call, { record, kind: 'undo', reason }, deps);
  }
  const whole: ManualOrder = {
    ...order,
    guildId: guild.id,
    interactionId: interaction.id,
    by,
    reason,
    member: author,
  };
  return manualReply(call, await deps.manualActions.run(whole), deps);
}
