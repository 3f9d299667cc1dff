import type { APIMessage, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { MessageRef } from '../domain/case.ts';
import type { Post, PostName } from '../domain/posts/post.ts';
import type { PostUrgency } from '../domain/posts/urgency.ts';
import type { AlsoWrite } from '../storage/posts.ts';

/** What to post; of mentions, only the roles `roleIds` are pinged. */
export type PostBody = Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce'> & {
  readonly roleIds?: readonly string[];
};

/** Where something is posted. */
export type PostTarget =
  | { readonly kind: 'channel'; readonly channelId: string }
  /** Not known yet: Discord has not made the server available. */
  | { readonly kind: 'away'; readonly reason: string }
  /** There is no channel, or the bot may not write there. */
  | { readonly kind: 'unusable' };

/** What follows from a look at a post. */
export interface Settled {
  /** When to look again (Unix epoch, milliseconds); null: when it is wanted again; `never`: the post is forgotten. */
  readonly dueAt: number | null | 'never';
  /** The next is another message. */
  readonly message?: null;
  readonly attempt?: null;
  /** It counts as one more try. */
  readonly isFailure?: boolean;
  /** Also written, in the same transaction. */
  readonly write?: AlsoWrite;
  /** Called when it is stored. */
  onStored?(): void;
}

/** What Discord refused. */
export interface PostRefusal {
  readonly code: number;
  readonly answer: string;
}

/** A post as it is to be now. */
export interface PostView {
  /** Null: it takes no place at the limiter. */
  readonly urgency: PostUrgency | null;
  /** False: if it was not posted, it need not be. */
  readonly isWanted?: boolean;
  readonly target: PostTarget;
  body(): PostBody | Promise<PostBody>;
  /** Whether this is the post, made by an attempt whose answer was lost. */
  isSame(message: APIMessage): boolean;
  /** Discord shows it. */
  shown(message: MessageRef): Settled;
  /** There is no channel for it, or Discord refuses it; null: try again later. */
  unusable(refusal: PostRefusal | null): Settled | null;
  /** The limiter has no place; null: try again later. */
  crowded?(): Settled;
  /** Somebody deleted it, or its channel; absent: it is posted anew. */
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
  /** The shortest time between two looks at one post. */
  readonly pauseMs: number;
  /** False: what was posted stays as it is. */
  readonly isEdited: boolean;
  /** It is posted anew in the channel where it goes now, if that is another one. */
  readonly followsChannel?: boolean;
  /** Reads what is to be shown. */
  load(post: Post): Promise<PostView | Settled>;
}

export function isSettled(result: PostView | Settled): result is Settled {
  return 'dueAt' in result;
}
