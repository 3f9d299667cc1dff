import { Routes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { Message } from '../../locales/message.ts';
import { manualActionOf } from '../../domain/case.ts';
import type { Action } from '../../domain/effects.ts';
import type { EffectContext, Executor } from '../../domain/ports.ts';
import { translator } from '../../locales/translate.ts';
import { serverLanguage } from '../../rendering/renderer.ts';
import { auditReason } from './audit-reason.ts';
import { createBanLane, type BanLane } from './bulk-ban.ts';
import { runAction } from './run-action.ts';
import { sendNotice } from './notice.ts';
import { deleteMessage } from './delete-message.ts';
import { purgeMessages } from './purge-messages.ts';
import { createMessageDeletions, type MessageDeletions } from './message-deletions.ts';
import { detail } from './refusals.ts';

/** Acts on Discord. The audit log names the case. */
export function createExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  const deletions = createMessageDeletions({ rest: client.rest, clock });
  const bans = createBanLane(clock);
  return {
    execute: (action, context) =>
      runAction({ client, clock, action, context }, async (guild, timeoutUntil) => {
        const now = clock.now();
        const request = { action, context, timeoutUntil, deletions, bans, now };
        const actionDetail = await act(guild, request);
        return {
          status: 'done',
          at: clock.now(),
          ...(actionDetail === undefined ? {} : { detail: actionDetail }),
          ...(action.kind === 'timeout' ? { until: timeoutUntil } : {}),
        };
      }),
  };
}

/** Changes nothing on Discord. Records whether each action would have succeeded, or why not. */
export function createWatchExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  return {
    execute: (action, context) =>
      runAction({ client, clock, action, context }, () =>
        Promise.resolve({ status: 'watched', at: clock.now() }),
      ),
  };
}

/** Sends the requests of an action; each can be repeated safely. Resolves to the outcome's detail, if any. */
async function act(
  guild: Guild,
  {
    action,
    context,
    timeoutUntil,
    deletions,
    bans,
    now,
  }: {
    action: Action;
    context: EffectContext;
    timeoutUntil: number;
    deletions: MessageDeletions;
    bans: BanLane;
    now: number;
  },
): Promise<Message | undefined> {
  const { rest } = guild.client;
  const { record } = context;
  const { guildId, author } = record;
  const reason = auditReason(guild, context);
  switch (action.kind) {
    case 'delete': {
      const manual = manualActionOf(record);
      if (manual?.kind !== 'purge') {
        return deleteMessage(guild, context, { deletions, reason, now });
      }
      const { messageIds } = manual;
      return purgeMessages(rest, { channelId: record.channelId, messageIds, reason, now });
    }
    case 'resetName':
      await resetName(guild, context, reason);
      return;
    case 'notice':
      return sendNotice(guild, context);
    case 'addRole': {
      const hadIt = !context.resumed && hasRole(guild, author.id, action.roleId) === true;
      await rest.put(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return hadIt ? detail('roleAlready') : undefined;
    }
    case 'removeRole': {
      const hadNot = !context.resumed && hasRole(guild, author.id, action.roleId) === false;
      await rest.delete(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return hadNot ? detail('roleMissing') : undefined;
    }
    case 'timeout': {
      const body = { communication_disabled_until: new Date(timeoutUntil).toISOString() };
      await rest.patch(Routes.guildMember(guildId, author.id), { body, reason });
      return;
    }
    case 'kick':
      await rest.delete(Routes.guildMember(guildId, author.id), { reason });
      return;
    case 'ban': {
      if (context.moderatorAction?.incident !== undefined) {
        await bans.ban(guild, author.id, reason);
        return;
      }
      const body = { delete_message_seconds: action.deleteMessageSeconds ?? 0 };
      await rest.put(Routes.guildBan(guildId, author.id), { body, reason });
      return;
    }
  }
}

/** Removes a nickname; gives a thread or a member with a bad account name a neutral one. */
async function resetName(
  guild: Guild,
  { record, policy }: EffectContext,
  reason: string,
): Promise<void> {
  const { rest } = guild.client;
  const { subject, channelId, author } = record;
  const t = translator(serverLanguage(guild, policy));
  if (subject === 'title') {
    const body = { name: t('effects:neutral.title') };
    await rest.patch(Routes.channel(channelId), { body, reason });
    return;
  }
  const neutral = t('effects:neutral.name', { digits: author.id.slice(-4) });
  const body = { nick: subject === 'nickname' ? null : neutral };
  await rest.patch(Routes.guildMember(guild.id, author.id), { body, reason });
}

/** From the cache, which the gateway keeps up to date; undefined if the member is not cached. */
function hasRole(guild: Guild, userId: string, roleId: string): boolean | undefined {
  return guild.members.cache.get(userId)?.roles.cache.has(roleId);
}
