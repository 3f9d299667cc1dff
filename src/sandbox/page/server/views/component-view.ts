import {
  ButtonStyle,
  ComponentType as Type,
  TextInputStyle,
  type ChannelType,
} from 'discord-api-types/v10';
import { z } from 'zod';

import type { ComponentView, ModalView, OptionView } from '../../protocol/components.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import { channelKind } from './channel-view.ts';
import { cssColor } from './color.ts';
import { pageUrl } from './page-url.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const emoji = z
  .object({ name: z.string().nullish() })
  .nullish()
  .transform((value) => value?.name ?? '');
const media = z
  .object({ url: z.string() })
  .nullish()
  .transform((value) => value?.url ?? '');

/** Fields of all components. The sandbox checked the component when it was posted. */
const componentSchema = z.object({
  type: z.enum(Type),
  custom_id: text,
  label: text,
  description: text,
  content: text,
  placeholder: text,
  value: text,
  url: text,
  name: text,
  emoji,
  style: z.int().nullish(),
  accent_color: z.int().nullish(),
  disabled: flag,
  default: flag,
  divider: z.boolean().nullish(),
  required: z.boolean().nullish(),
  min_values: z.int().nullish(),
  max_values: z.int().nullish(),
  min_length: z.int().nullish(),
  max_length: z.int().nullish(),
  channel_types: z.array(z.int()).nullish(),
  options: z
    .array(z.object({ label: text, value: text, description: text, emoji, default: flag }))
    .nullish(),
  default_values: z.array(z.object({ id: z.string() })).nullish(),
  components: z.array(z.unknown()).nullish(),
  accessory: z.unknown().optional(),
  component: z.unknown().optional(),
  media,
  file: media,
  items: z.array(z.object({ media, description: text })).nullish(),
});
type Component = z.infer<typeof componentSchema>;

export function componentViews(components: readonly unknown[] | null | undefined): ComponentView[] {
  return (components ?? []).map(componentView);
}

export function modalView(
  interactionId: string,
  { title, components }: { readonly title: string; readonly components: readonly unknown[] },
): ModalView {
  return { interactionId, title, components: componentViews(components) };
}

function componentView(posted: unknown): ComponentView {
  const component = componentSchema.parse(posted);
  const { type } = component;
  switch (type) {
    case Type.ActionRow:
      return { kind: 'row', children: componentViews(component.components) };
    case Type.Container:
      return {
        kind: 'container',
        color: cssColor(component.accent_color),
        children: componentViews(component.components),
      };
    case Type.Section:
      return {
        kind: 'section',
        children: componentViews(component.components),
        accessory: component.accessory === undefined ? null : componentView(component.accessory),
      };
    case Type.Button:
      return buttonView(component);
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return selectView(component, SELECTS[type]);
    case Type.RadioGroup:
    case Type.CheckboxGroup:
      return {
        kind: type === Type.RadioGroup ? 'radio' : 'checkboxes',
        ...choosable(component),
        options: optionViews(component),
        isRequired: component.required ?? true,
      };
    case Type.Checkbox:
      return { kind: 'checkbox', customId: component.custom_id, isChecked: component.default };
    case Type.TextInput:
      return inputView(component);
    case Type.Label:
      return {
        kind: 'label',
        label: component.label,
        description: component.description,
        child: componentView(component.component),
      };
    case Type.TextDisplay:
      return { kind: 'text', content: component.content };
    case Type.Thumbnail:
      return {
        kind: 'media',
        items: [{ url: pageUrl(component.media), description: component.description }],
      };
    case Type.MediaGallery:
      return {
        kind: 'media',
        items: (component.items ?? []).map((item) => ({
          url: pageUrl(item.media),
          description: item.description,
        })),
      };
    case Type.File:
      return { kind: 'file', name: fileName(component), url: pageUrl(component.file) };
    case Type.Separator:
      return { kind: 'separator', hasLine: component.divider ?? true };
    default:
      return { kind: 'unknown', type };
  }
}

const BUTTON_STYLES: Readonly<Record<number, 'primary' | 'secondary' | 'success' | 'danger'>> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'secondary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

function buttonView({ style, label, emoji, url, custom_id, disabled }: Component): ComponentView {
  if (style === ButtonStyle.Link) return { kind: 'link', label, emoji, url };
  return {
    kind: 'button',
    style: BUTTON_STYLES[style ?? ButtonStyle.Secondary] ?? 'secondary',
    customId: custom_id,
    label,
    emoji,
    isDisabled: disabled,
  };
}

const SELECTS = {
  [Type.StringSelect]: 'options',
  [Type.UserSelect]: 'users',
  [Type.RoleSelect]: 'roles',
  [Type.MentionableSelect]: 'users and roles',
  [Type.ChannelSelect]: 'channels',
} as const;

function selectView(
  component: Component,
  of: (typeof SELECTS)[keyof typeof SELECTS],
): ComponentView {
  const chosen = (component.default_values ?? []).map(({ id }): OptionView => ({
    label: '',
    value: id,
    description: '',
    isDefault: true,
  }));
  return {
    kind: 'select',
    of,
    ...choosable(component),
    placeholder: component.placeholder,
    options: of === 'options' ? optionViews(component) : chosen,
    channelKinds: (component.channel_types ?? []).flatMap(kindOfType),
    isRequired: component.required ?? true,
  };
}

function inputView(component: Component): ComponentView {
  return {
    kind: 'input',
    customId: component.custom_id,
    label: component.label,
    value: component.value,
    placeholder: component.placeholder,
    isParagraph: component.style === TextInputStyle.Paragraph,
    isRequired: component.required ?? true,
    minLength: component.min_length ?? 0,
    maxLength: component.max_length ?? 4000,
  };
}

function choosable({ custom_id, min_values, max_values, disabled }: Component) {
  return {
    customId: custom_id,
    min: min_values ?? 1,
    max: max_values ?? 1,
    isDisabled: disabled,
  };
}

function optionViews({ options }: Component): OptionView[] {
  return (options ?? []).map(({ label, value, description, emoji, default: isDefault }) => ({
    label: emoji === '' ? label : `${emoji} ${label}`,
    value,
    description,
    isDefault,
  }));
}

function kindOfType(type: ChannelType): ChannelView['kind'][] {
  const kind = channelKind(type);
  return kind === null ? [] : [kind];
}

function fileName({ name, file }: Component): string {
  return name === '' ? (file.split('/').at(-1) ?? '') : name;
}
