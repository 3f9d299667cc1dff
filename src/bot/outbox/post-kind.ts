import type { APIMessage, RawFile, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { MessageRef } from '../domain/case.ts';
import type { Post, PostName } from '../domain/posts/post.ts';
import type { PostUrgency } from '../domain/posts/urgency.ts';
import type { AlsoWrite } from '../storage/posts.ts';

/** A message to post. Only the roles in `roleIds` are pinged. Edits leave the files as they are. */
export type PostBody = Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce'> & {
  readonly roleIds?: readonly string[];
  readonly files?: readonly RawFile[];
};

/** The channel of a post. */
export type PostTarget =
  | { readonly kind: 'channel'; readonly channelId: string }
  /** Not known yet: Discord has not made the server available. */
  | { readonly kind: 'away'; readonly reason: string }
  /** There is no channel, or the bot may not write there. */
  | { readonly kind: 'unusable' };

/** The result of handling a post. */
export interface Settled {
  /** The next time to handle it (Unix epoch, milliseconds); null: when it is wanted again; `never`: the post is forgotten. */
  readonly dueAt: number | null | 'never';
  /** Continues in a new message. */
  readonly message?: null;
  readonly attempt?: null;
  /** Counts as a failed try. */
  readonly isFailure?: boolean;
  /** Also written, in the same transaction. */
  readonly write?: AlsoWrite;
  /** Called when it is stored. */
  onStored?(): void;
}

/** Discord's refusal. */
export interface PostRefusal {
  readonly code: number;
  readonly answer: string;
}

/** The current content of a post. */
export interface PostView {
  /** Null: not limited. */
  readonly urgency: PostUrgency | null;
  readonly target: PostTarget;
  /** What is posted now, where a subject has several things one after the other. */
  readonly item?: string;
  /** What follows instead of a post, unless an earlier attempt has posted it. */
  readonly instead?: Settled;
  /** Written with a new attempt. */
  readonly begin?: AlsoWrite;
  body(): PostBody | Promise<PostBody>;
  /** Recognises the message of an attempt whose answer was lost. */
  isSame(message: APIMessage): boolean;
  /** Called once Discord shows it. */
  shown(message: MessageRef): Settled;
  /** There is no channel for it, or Discord refuses it; null: try again later. */
  unusable(refusal: PostRefusal | null): Settled | null;
  /** The limiter has no place; null: try again later. */
  crowded?(): Settled | Promise<Settled>;
  /** The message or its channel was deleted; absent: post again. */
  gone?(): Settled;
}

/** The part of a kind of post that depends on Discord. */
export interface PostFormat<View> {
  target(view: View): PostTarget;
  body(view: View): PostBody | Promise<PostBody>;
  isSame(view: View, message: APIMessage): boolean;
}

/** One kind of post. */
export interface PostKind {
  readonly name: PostName;
  /** Minimum time between two updates of one post. */
  readonly pauseMs: number;
  /** False: never edited. */
  readonly isEdited: boolean;
  /** Moves to the current channel by posting again. */
  readonly followsChannel?: boolean;
  /** Reads the current content. */
  load(post: Post): Promise<PostView | Settled>;
}

export function isSettled(result: PostView | Settled): result is Settled {
  return 'dueAt' in result;
}
