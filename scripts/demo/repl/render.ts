import {
  ButtonStyle,
  ComponentType,
  type APIEmbed,
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import type { Names } from './names.ts';

export interface Button {
  readonly customId: string;
  readonly label: string;
}

export interface FormField {
  readonly customId: string;
  readonly label: string;
}

/** The pressable buttons of a message, in order. */
export function buttonsOf({ components = [] }: Pick<APIMessage, 'components'>): Button[] {
  return components.flatMap((row: APIMessageTopLevelComponent) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((component) =>
          component.type === ComponentType.Button &&
          component.style !== ButtonStyle.Link &&
          component.style !== ButtonStyle.Premium &&
          component.disabled !== true
            ? [
                {
                  customId: component.custom_id,
                  label: component.label ?? component.emoji?.name ?? '?',
                },
              ]
            : [],
        )
      : [],
  );
}

export function fieldsOf({ components }: APIModalInteractionResponseCallbackData): FormField[] {
  return components.flatMap((row) => {
    if (row.type === ComponentType.ActionRow) {
      return row.components.map((field) => ({
        customId: field.custom_id,
        label: field.label ?? '',
      }));
    }
    if (row.type === ComponentType.Label && row.component.type === ComponentType.TextInput) {
      return [{ customId: row.component.custom_id, label: row.label }];
    }
    return [];
  });
}

/** Formats a message as indented lines, with names in place of ids and with numbered buttons. */
export function renderMessage(message: APIMessage, names: Names): string {
  const lines = [
    message.content,
    ...message.embeds.flatMap(embedLines),
    ...message.attachments.map(({ filename }) => `File: ${filename}`),
    renderButtons(message),
  ];
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => names.fromMentions(plain(line)).split('\n'))
    .map((line) => `    ${line}`)
    .join('\n');
}

export function renderButtons(message: APIMessage): string {
  const buttons = buttonsOf(message).map(({ label }, index) => `[${index + 1}] ${label}`);
  return buttons.length === 0 ? '' : `Buttons: ${buttons.join('  ')}  (type “press 1”)`;
}

function embedLines({ title, description, fields = [], footer }: APIEmbed): string[] {
  return [
    title ?? '',
    description ?? '',
    ...fields.map(({ name, value }) => `${name}: ${value.replaceAll('\n', '\n  ')}`),
    footer?.text ?? '',
  ];
}

/** Removes Markdown that a terminal can't show: emphasis, spoilers, links and escapes. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\(https?:[^)]+\)/g, '$1')
    .replaceAll(/(?<!\\)(\*\*|\|\||`)/g, '')
    .replaceAll(/\\([^\w\s])/g, '$1');
}
