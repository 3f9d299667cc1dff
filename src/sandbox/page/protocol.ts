/*
 * Messages between the page and its server, as plain data. Both sides import these types and nothing else of each
 * other.
 */

/** A pane shows what one person sees. `mods` is the moderators' channel, as a moderator sees it. */
export type PaneName = 'main' | 'mods';

export type PageEvent =
  | ({ readonly type: 'world' } & WorldView)
  | {
      readonly type: 'message';
      readonly pane: PaneName;
      readonly message: MessageView;
    }
  | {
      readonly type: 'deleted';
      readonly pane: PaneName;
      readonly channelId: string;
      readonly messages: readonly Deletion[];
    }
  | { readonly type: 'case'; readonly messageId: string; readonly caseNumber: number }
  | ({ readonly type: 'status' } & StatusView)
  | ({ readonly type: 'scenario' } & ScenarioProgress);

export interface Deletion {
  readonly messageId: string;
  /** The message's lifetime before its deletion. */
  readonly afterMs: number;
}

/** Everything except messages is complete; `messages` has only channels that this stream did not show before. */
export interface WorldView {
  /** Changes with a reset. */
  readonly worldId: string;
  readonly serverName: string;
  /** People the visitor can speak as. */
  readonly people: readonly PersonView[];
  readonly users: readonly UserView[];
  readonly roles: readonly RoleView[];
  readonly panes: Readonly<Record<PaneName, PaneView>>;
  readonly scenarios: readonly ScenarioView[];
}

export interface PaneView {
  readonly viewerId: string;
  /** In the order of the sidebar. */
  readonly channels: readonly ChannelView[];
  readonly messages: Readonly<Record<string, readonly MessageView[]>>;
}

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
  /** The category of a channel, the channel of a thread. */
  readonly parentId: string | null;
  readonly canSend: boolean;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

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
  /** The command or button it answers, and its user. */
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

export interface OptionView {
  readonly label: string;
  readonly value: string;
  readonly description: string;
  readonly isDefault: boolean;
}

interface Choosable {
  readonly customId: string;
  readonly min: number;
  readonly max: number;
  readonly isDisabled: boolean;
}

/** Components of messages and modals. Unsupported ones are `unknown`, never left out. */
export type ComponentView =
  | { readonly kind: 'row'; readonly children: readonly ComponentView[] }
  | {
      readonly kind: 'container';
      readonly color: string | null;
      readonly children: readonly ComponentView[];
    }
  | {
      readonly kind: 'section';
      readonly children: readonly ComponentView[];
      readonly accessory: ComponentView | null;
    }
  | {
      readonly kind: 'button';
      readonly style: 'primary' | 'secondary' | 'success' | 'danger';
      readonly customId: string;
      readonly label: string;
      readonly emoji: string;
      readonly isDisabled: boolean;
    }
  | { readonly kind: 'link'; readonly label: string; readonly emoji: string; readonly url: string }
  | ({
      readonly kind: 'select';
      readonly of: 'options' | 'users' | 'roles' | 'channels' | 'users and roles';
      readonly placeholder: string;
      readonly options: readonly OptionView[];
      readonly channelKinds: readonly ChannelView['kind'][];
      readonly isRequired: boolean;
    } & Choosable)
  | ({
      readonly kind: 'radio' | 'checkboxes';
      readonly options: readonly OptionView[];
      readonly isRequired: boolean;
    } & Choosable)
  | {
      readonly kind: 'checkbox';
      readonly customId: string;
      readonly isChecked: boolean;
    }
  | {
      readonly kind: 'input';
      readonly customId: string;
      readonly label: string;
      readonly value: string;
      readonly placeholder: string;
      readonly isParagraph: boolean;
      readonly isRequired: boolean;
      readonly minLength: number;
      readonly maxLength: number;
    }
  | {
      readonly kind: 'label';
      readonly label: string;
      readonly description: string;
      readonly child: ComponentView;
    }
  | { readonly kind: 'text'; readonly content: string }
  | {
      readonly kind: 'media';
      readonly items: readonly { readonly url: string | null; readonly description: string }[];
    }
  | { readonly kind: 'file'; readonly name: string; readonly url: string | null }
  | { readonly kind: 'separator'; readonly hasLine: boolean }
  | { readonly kind: 'unknown'; readonly type: number };

export interface ModalView {
  readonly interactionId: string;
  readonly title: string;
  readonly components: readonly ComponentView[];
}

/** A command in the language of the person's client. */
export interface CommandView {
  readonly kind: 'slash' | 'user' | 'message';
  /** The command's path, e.g. `case show`, in English, as the bot gets it. */
  readonly path: string;
  /** The localized path. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly CommandOptionView[];
}

export interface CommandOptionView {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'user'
    | 'channel'
    | 'role'
    | 'user or role'
    | 'file';
  readonly isRequired: boolean;
  readonly choices: readonly ChoiceView[];
  readonly hasAutocomplete: boolean;
  readonly channelKinds: readonly ChannelView['kind'][];
  readonly min: number | null;
  readonly max: number | null;
}

export interface ChoiceView {
  readonly label: string;
  readonly value: string | number;
}

/** A file on its way to the server. */
export interface FileInput {
  readonly name: string;
  readonly base64: string;
}

/** An action of a person. */
export type PersonAction =
  | {
      readonly kind: 'say';
      readonly channelId: string;
      readonly text: string;
      readonly repliesTo: string | null;
      readonly files: readonly FileInput[];
    }
  | {
      readonly kind: 'edit';
      readonly channelId: string;
      readonly messageId: string;
      readonly text: string;
    }
  | { readonly kind: 'delete'; readonly channelId: string; readonly messageId: string }
  | {
      readonly kind: 'forward';
      readonly channelId: string;
      readonly messageId: string;
      readonly toChannelId: string;
    }
  | {
      readonly kind: 'react';
      readonly channelId: string;
      readonly messageId: string;
      readonly emoji: string;
      readonly isOn: boolean;
    }
  | {
      readonly kind: 'vote';
      readonly channelId: string;
      readonly messageId: string;
      readonly answerIds: readonly number[];
    }
  | {
      readonly kind: 'poll';
      readonly channelId: string;
      readonly question: string;
      readonly answers: readonly string[];
    }
  | {
      readonly kind: 'open thread';
      readonly channelId: string;
      readonly title: string;
      readonly text: string;
    }
  | {
      readonly kind: 'slash';
      readonly channelId: string;
      readonly path: string;
      readonly options: Readonly<Record<string, string | number | boolean>>;
      readonly files: Readonly<Record<string, FileInput>>;
    }
  | {
      readonly kind: 'autocomplete';
      readonly channelId: string;
      readonly path: string;
      readonly options: Readonly<Record<string, string | number | boolean>>;
      readonly focused: string;
    }
  | {
      readonly kind: 'menu';
      readonly channelId: string;
      readonly of: 'user' | 'message';
      readonly name: string;
      readonly targetId: string;
    }
  | {
      readonly kind: 'component';
      readonly channelId: string;
      readonly messageId: string;
      readonly customId: string;
      /** Null: a button. */
      readonly values: readonly string[] | null;
    }
  | {
      readonly kind: 'modal';
      readonly interactionId: string;
      readonly values: Readonly<Record<string, string | readonly string[] | boolean>>;
    };

export interface ActionRequest {
  /** The id of the person who acts. */
  readonly as: string;
  /** The language of the person's client. */
  readonly locale: string;
  readonly action: PersonAction;
}

export type ActionResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'modal'; readonly modal: ModalView }
  | { readonly kind: 'choices'; readonly choices: readonly ChoiceView[] }
  /** A refusal by Discord or the bot, in words for the person. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface ScenarioView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface ScenarioProgress {
  readonly id: string;
  readonly phase: 'running' | 'done' | 'failed';
  /** The scenario's current step, for the visitor. */
  readonly note: string;
}

export interface StatusView {
  readonly isDiscordUp: boolean;
  readonly isServiceUp: boolean;
  /** Messages waiting to be checked. */
  readonly queue: number;
  readonly messagesChecked: number;
  /** The mean time of the service's latest answers. Null: none yet. */
  readonly serviceMs: number | null;
  readonly cases: number;
  /** Cases with actions that wait for Discord. */
  readonly casesOpen: number;
}
