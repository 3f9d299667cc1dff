import type { ComponentView } from './components.ts';
import type { UserView } from './guild.ts';

export interface MessageView {
  readonly id: string;
  readonly channelId: string;
  readonly author: UserView;
  readonly createdMs: number;
  readonly isEdited: boolean;
  readonly isEphemeral: boolean;
  readonly isLoading: boolean;
  /** Discord wrote it: a join, a pin, a new thread. */
  readonly isSystem: boolean;
  readonly content: string;
  readonly embeds: readonly EmbedView[];
  readonly attachments: readonly AttachmentView[];
  readonly components: readonly ComponentView[];
  readonly reactions: readonly ReactionView[];
  readonly stickers: readonly string[];
  readonly poll: PollView | null;
  /** Forwarded messages. */
  readonly forwarded: readonly ForwardView[];
  readonly repliesTo: ReplyView | null;
  /** The command, button or form that the message answers, and who used it. */
  readonly usedBy: { readonly userId: string; readonly command: string | null } | null;
  readonly thread: { readonly id: string; readonly name: string } | null;
}

export interface ReplyView {
  readonly messageId: string;
  /** Null: the message was deleted. */
  readonly author: UserView | null;
  readonly content: string;
}

export interface ForwardView {
  readonly content: string;
  readonly embeds: readonly EmbedView[];
  readonly attachments: readonly AttachmentView[];
}

export interface EmbedView {
  readonly color: string | null;
  readonly author: { readonly name: string; readonly iconUrl: string | null } | null;
  readonly title: string;
  readonly url: string | null;
  readonly description: string;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string;
    readonly isInline: boolean;
  }[];
  readonly imageUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly footer: string;
  readonly timestampMs: number | null;
}

export interface AttachmentView {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly kind: 'image' | 'video' | 'audio' | 'file';
  readonly description: string;
  readonly isSpoiler: boolean;
}

export interface ReactionView {
  readonly emoji: string;
  readonly count: number;
  readonly isMine: boolean;
}

export interface PollView {
  readonly question: string;
  readonly answers: readonly {
    readonly id: number;
    readonly text: string;
    readonly votes: number;
    readonly isMine: boolean;
  }[];
  readonly isMultiple: boolean;
  readonly isEnded: boolean;
}
