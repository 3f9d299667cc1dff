export interface PersonView {
  readonly id: string;
  readonly name: string;
  /** A role such as “moderator”, or a special property of the person. */
  readonly note: string;
  readonly standing:
    | { readonly kind: 'member' }
    | { readonly kind: 'timed out'; readonly untilMs: number }
    | { readonly kind: 'banned' | 'not a member' };
}

export interface UserView {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
  /** The color of the highest role that has one, or null. */
  readonly color: string | null;
}

export interface RoleView {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

export interface ChannelView {
  readonly id: string;
  readonly kind: 'text' | 'announcement' | 'voice' | 'forum' | 'category' | 'thread' | 'dm';
  readonly name: string;
  readonly topic: string;
  /** The category that contains a channel, or the channel that contains a thread. */
  readonly parentId: string | null;
  readonly canSend: boolean;
  readonly canManageMessages: boolean;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}
