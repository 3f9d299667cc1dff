import type { MessageRef } from '../case.ts';
import type { PostUrgency } from './urgency.ts';

/** The kinds of posts in servers. */
export type PostName =
  | 'alert'
  | 'welcome'
  | 'setup reminder'
  | 'weekly report'
  | 'watch report'
  | 'watch result'
  | 'review'
  | 'incident'
  | 'digest'
  | 'erasure'
  | 'keyword'
  | 'keyword edit'
  | 'tagging'
  | 'mail'
  | 'mail entry'
  | 'message log';

/** Identifies a post in a server, by what it is about. */
export interface PostRef {
  readonly guildId: string;
  readonly kind: PostName;
  /** The subject's id within the kind; empty: there is only one post of this kind at a time. */
  readonly subject: string;
}

/** The channel and time of a started post, which may exist already. */
export interface PostAttempt {
  readonly channelId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A post of the outbox. */
export interface Post extends PostRef {
  /** Grows whenever something else is to be shown. */
  readonly revision: number;
  /** When the bot looks at it again (Unix epoch, milliseconds); null: when it is wanted again. */
  readonly dueAt: number | null;
  readonly attempt: PostAttempt | null;
  /** Failed tries in a row. */
  readonly tries: number;
  readonly message: MessageRef | null;
}

/** A request for a post. */
export interface PostRequest extends PostRef {
  readonly urgency: PostUrgency;
  /** Default: now. */
  readonly dueAt?: number;
  /** Default: one more than before. */
  readonly revision?: number;
  /** The existing message, if the store does not know the post yet. */
  readonly message?: MessageRef;
}

/** How a post is after the bot has looked at it. */
export interface PostState {
  readonly dueAt: number | null;
  /** It is not due before this time, whatever changes (Unix epoch, milliseconds). */
  readonly notBefore: number;
  readonly attempt: PostAttempt | null;
  readonly tries: number;
  readonly message: MessageRef | null;
}

export function postKey({ guildId, kind, subject }: PostRef): string {
  return `${guildId}/${kind}/${subject}`;
}
