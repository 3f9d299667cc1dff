import type { SlashCommandBuilder } from '@discordjs/builders';
import type { GuildMember, User } from 'discord.js';
import type { Case, SlashCall } from '../../src/bot/command-kit.ts';
import { describe } from '../shared/describe.ts';

/** Discord's limit for audit log reasons is 512, shared with the case number and the moderator's name. */
export const REASON_LENGTH = 300;

export function withMember(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addUserOption((option) => describe(option, 'punish:options.member').setRequired(true));
  return builder;
}

export function withReason(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addStringOption((option) =>
    describe(option, 'punish:options.reason').setMaxLength(REASON_LENGTH),
  );
  return builder;
}

export interface MemberOption {
  readonly user: User;
  /** Null: not in the server. */
  readonly member: GuildMember | null;
  readonly author: Case['author'];
}

/** The option `member`, or `user` of commands that accept users outside the server. */
export function memberOption({ interaction: { options } }: SlashCall): MemberOption {
  const name = options.get('user') === null ? 'member' : 'user';
  const user = options.getUser(name, true);
  const member = options.getMember(name);
  return { user, member, author: authorOf(user, member) };
}

export function authorOf(user: User, member: GuildMember | null): Case['author'] {
  return {
    id: user.id,
    name: member?.displayName ?? user.displayName,
    kind: user.bot ? 'bot' : 'person',
    usedBy: null,
    joinedAt: member?.joinedTimestamp ?? null,
  };
}
