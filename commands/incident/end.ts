import type { GuildMember } from 'discord.js';
import {
  type Call,
  type CommandDeps,
  type Incident,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';
import { incidentNumbered } from './numbered.ts';

export type MemberCall = Call<{ readonly member: GuildMember; readonly channelId: string | null }>;

export async function endIncident(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const number = call.interaction.options.getInteger('number');
  return end(call, await incidentNumbered(call, number, deps), deps);
}

export async function end(
  call: MemberCall,
  { number }: Pick<Incident, 'number'>,
  { incidentControl }: Pick<CommandDeps, 'incidentControl'>,
): Promise<Reply> {
  checkMayModerate(call);
  const { guild, by, t } = call;
  switch (await incidentControl.end({ guildId: guild.id, number }, by)) {
    case 'ended':
      return { content: t('incident:reply.ended', { number }), isOnPost: true };
    case 'ended before':
      return { content: t('incident:reply.endedBefore', { number }) };
    case 'unknown incident':
      throw new UserError(t('incident:reply.unknown', { number }));
  }
}
