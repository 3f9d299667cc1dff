import { AllowedMentionsTypes, type APIAllowedMentions, type APIUser } from 'discord-api-types/v10';

import type { WorldState } from '../state.ts';
import type { GuildState } from '../types.ts';

export interface Mentions {
  readonly mentions: APIUser[];
  readonly mention_roles: string[];
  readonly mention_everyone: boolean;
}

export interface MentionRules {
  readonly guild: GuildState | null;
  readonly allowed: APIAllowedMentions | undefined;
  readonly mayMentionEveryone: boolean;
  /** Replies only: the author of the message it replies to. */
  readonly repliedUserId: string | null;
}

const NO_MENTIONS: Mentions = { mentions: [], mention_roles: [], mention_everyone: false };

/** The users and roles a text mentions, within `allowed_mentions` and the author's permissions. */
export function mentionsIn(state: WorldState, content: string, rules: MentionRules): Mentions {
  const { guild, allowed, mayMentionEveryone, repliedUserId } = rules;
  if (repliedUserId === null && !content.includes('@')) return NO_MENTIONS;
  const parses = (type: AllowedMentionsTypes): boolean =>
    allowed?.parse === undefined ? allowed === undefined : allowed.parse.includes(type);

  const userIds = new Set(
    idsIn(content, /<@!?(\d{1,20})>/g).filter(
      (id) => parses(AllowedMentionsTypes.User) || allowed?.users?.includes(id) === true,
    ),
  );
  const repliedUser = allowed === undefined || allowed.replied_user === true;
  if (repliedUserId !== null && repliedUser) userIds.add(repliedUserId);

  return {
    mentions: [...userIds].flatMap((id) => state.users.get(id)?.user ?? []),
    mention_roles: [...new Set(idsIn(content, /<@&(\d{1,20})>/g))].filter((id) => {
      const role = guild?.roles.get(id);
      if (role === undefined || !(role.mentionable || mayMentionEveryone)) return false;
      return parses(AllowedMentionsTypes.Role) || allowed?.roles?.includes(id) === true;
    }),
    mention_everyone:
      mayMentionEveryone &&
      parses(AllowedMentionsTypes.Everyone) &&
      /@(?:everyone|here)\b/.test(content),
  };
}

function idsIn(content: string, pattern: RegExp): string[] {
  return [...content.matchAll(pattern)].map((match) => match[1] ?? '');
}
