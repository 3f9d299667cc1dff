import { Routes, type Client } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Action } from '../moderation/effects.ts';
import type { EffectContext, Executor } from '../moderation/ports.ts';
import { carryOut } from './carry-out.ts';
import { sendNotice } from './notice.ts';

/** Does what was decided, and says in the audit log which case it belongs to. */
export function createExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  return {
    execute: (action, context) =>
      carryOut({ client, clock, action, context }, async (guild, silentUntil) => {
        if (action.kind === 'notice') await sendNotice(guild, context);
        else await act(client, { action, context, silentUntil });
        return { status: 'done', at: clock.now() };
      }),
  };
}

/** Sends the one request an action consists of. Each of them can be repeated without harm. */
async function act(
  { rest }: Client,
  {
    action,
    context: { record },
    silentUntil,
  }: { action: Exclude<Action, { kind: 'notice' }>; context: EffectContext; silentUntil: number },
): Promise<void> {
  const { guildId, channelId, messageId, author } = record;
  // Seen by everyone who may read the audit log: never a message's text.
  const reason = `Portcullis case #${record.number}: ${record.rule}`;
  switch (action.kind) {
    case 'delete':
      await rest.delete(Routes.channelMessage(channelId, messageId), { reason });
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
