import { Routes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Action } from '../moderation/effects.ts';
import type { EffectContext, Executor } from '../moderation/ports.ts';
import { auditReason } from './audit-reason.ts';
import { carryOut } from './carry-out.ts';
import { sendNotice } from './notice.ts';
import { removeMessage } from './removal.ts';
import { details } from './texts.ts';

/** Does what was decided, and says in the audit log which case it belongs to. */
export function createExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  return {
    execute: (action, context) =>
      carryOut({ client, clock, action, context }, async (guild, silentUntil) => {
        const detail = await act(guild, { action, context, silentUntil, now: clock.now() });
        return {
          status: 'done',
          at: clock.now(),
          ...(detail === undefined ? {} : { detail }),
          ...(action.kind === 'timeout' ? { until: silentUntil } : {}),
        };
      }),
  };
}

/** Sends the requests an action consists of; each can be repeated without harm. Resolves to a word more, if any. */
async function act(
  guild: Guild,
  {
    action,
    context,
    silentUntil,
    now,
  }: { action: Action; context: EffectContext; silentUntil: number; now: number },
): Promise<string | undefined> {
  const { rest } = guild.client;
  const { record } = context;
  const { guildId, author } = record;
  const reason = auditReason(context);
  switch (action.kind) {
    case 'delete':
      return removeMessage(guild, context, { reason, now });
    case 'notice':
      await sendNotice(guild, context);
      return;
    case 'addRole': {
      const hadIt = !context.resumed && hasRole(guild, author.id, action.roleId) === true;
      await rest.put(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return hadIt ? details.roleAlready : undefined;
    }
    case 'removeRole': {
      const hadNot = !context.resumed && hasRole(guild, author.id, action.roleId) === false;
      await rest.delete(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return hadNot ? details.roleNotThere : undefined;
    }
    case 'timeout': {
      const body = { communication_disabled_until: new Date(silentUntil).toISOString() };
      await rest.patch(Routes.guildMember(guildId, author.id), { body, reason });
      return;
    }
    case 'kick':
      await rest.delete(Routes.guildMember(guildId, author.id), { reason });
      return;
    case 'ban': {
      const body = { delete_message_seconds: action.deleteMessageSeconds ?? 0 };
      await rest.put(Routes.guildBan(guildId, author.id), { body, reason });
      return;
    }
  }
}

/** As the gateway keeps it up to date; undefined where the bot does not know the member. */
function hasRole(guild: Guild, userId: string, roleId: string): boolean | undefined {
  return guild.members.cache.get(userId)?.roles.cache.has(roleId);
}
