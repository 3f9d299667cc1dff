import type { ChannelView } from './guild.ts';

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
