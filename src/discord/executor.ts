import { Routes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Action } from '../moderation/effects.ts';
import type { EffectContext, Executor } from '../moderation/ports.ts';
import { carryOut } from './carry-out.ts';
import { sendNotice } from './notice.ts';
import { removeMessage } from './removal.ts';

/** Does what was decided, and says in the audit log which case it belongs to. */
export function createExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  return {
    execute: (action, context) =>
      carryOut({ client, clock, action, context }, async (guild, silentUntil) => {
        const detail = await act(guild, { action, context, silentUntil, now: clock.now() });
        return { status: 'done', at: clock.now(), ...(detail === undefined ? {} : { detail }) };
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
  // Seen by everyone who may read the audit log: never a message's text.
  const reason = `Portcullis case #${record.number}: ${record.rule}`;
  switch (action.kind) {
    case 'delete':
      return removeMessage(guild, context, { reason, now });
    case 'notice':
      await sendNotice(guild, context);
      return;
    case 'addRole':
      await rest.put(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return;
    case 'removeRole':
      await rest.delete(Routes.guildMemberRole(guildId, author.id, action.roleId), { reason });
      return;
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
