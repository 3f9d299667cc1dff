import type { ChoiceView } from './commands.ts';
import type { ModalView } from './components.ts';

/** A file to send to the server. */
export interface FileInput {
  readonly name: string;
  readonly base64: string;
}

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
