import {
  ComponentType,
  MessageType,
  type APIBaseMessage,
  type APIEmbed,
  type APIMessageComponent,
  type APIMessageSnapshotFields,
} from 'discord.js';
import type { Part, PartKind } from '../moderation/snapshot.ts';

/** What a message and the copy inside a forward have in common. */
type Texts = Pick<
  APIMessageSnapshotFields,
  'content' | 'embeds' | 'attachments' | 'components' | 'sticker_items'
>;

/** Everything in a message that people can read, in the order in which Discord shows it. */
export function partsOf(message: APIBaseMessage, threadTitle: string | null): Part[] {
  const parts: Part[] = [];
  add(parts, 'thread title', threadTitle);
  // Discord announces a thread that was started from no message with its title, which a person wrote.
  const isTitle = message.type === MessageType.ThreadCreated;
  add(parts, isTitle ? 'thread title' : 'content', message.content);
  if (message.message_snapshots !== undefined) {
    for (const { message: forwarded } of message.message_snapshots) {
      add(parts, 'forwarded', forwarded.content);
      addRest(parts, forwarded, 'forwarded');
    }
  }
  if (message.poll !== undefined) {
    add(parts, 'poll', message.poll.question.text);
    for (const answer of message.poll.answers) add(parts, 'poll', answer.poll_media.text);
  }
  addRest(parts, message, null);
  return parts;
}

/** Adds a text unless there is nothing to read in it. */
function add(parts: Part[], kind: PartKind, text: string | null | undefined): void {
  if (text === undefined || text === null || text === '') return;
  if (text.trim() !== '') parts.push({ kind, text });
}

/** `as` overrides the kind: whatever was forwarded is a forwarded text. */
function addRest(parts: Part[], message: Texts, as: PartKind | null): void {
  // A forward's copy may lack any of these lists, whatever the typings say.
  for (const attachment of message.attachments ?? []) {
    add(parts, as ?? 'attachment', attachment.title);
    if (attachment.filename !== attachment.title) {
      add(parts, as ?? 'attachment', attachment.filename);
    }
    add(parts, as ?? 'attachment', attachment.description);
  }
  for (const embed of message.embeds ?? []) addEmbed(parts, embed, as ?? 'embed');
  for (const component of message.components ?? []) {
    addComponent(parts, component, as ?? 'component');
  }
  for (const sticker of message.sticker_items ?? []) add(parts, as ?? 'sticker', sticker.name);
}

function addEmbed(parts: Part[], embed: APIEmbed, kind: PartKind): void {
  add(parts, kind, embed.provider?.name);
  add(parts, kind, embed.author?.name);
  add(parts, kind, embed.title);
  add(parts, kind, embed.description);
  for (const field of embed.fields ?? []) {
    add(parts, kind, field.name);
    add(parts, kind, field.value);
  }
  add(parts, kind, embed.footer?.text);
}

function addComponent(parts: Part[], component: APIMessageComponent, kind: PartKind): void {
  switch (component.type) {
    case ComponentType.ActionRow:
    case ComponentType.Container:
      for (const inner of component.components) addComponent(parts, inner, kind);
      return;
    case ComponentType.Section:
      for (const inner of component.components) addComponent(parts, inner, kind);
      addComponent(parts, component.accessory, kind);
      return;
    case ComponentType.TextDisplay:
      add(parts, kind, component.content);
      return;
    case ComponentType.Button:
      if ('label' in component) add(parts, kind, component.label);
      return;
    case ComponentType.StringSelect:
      add(parts, kind, component.placeholder);
      for (const option of component.options) {
        add(parts, kind, option.label);
        add(parts, kind, option.description);
      }
      return;
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      add(parts, kind, component.placeholder);
      return;
    case ComponentType.MediaGallery:
      for (const item of component.items) add(parts, kind, item.description);
      return;
    case ComponentType.Thumbnail:
      add(parts, kind, component.description);
      return;
    case ComponentType.File:
      add(parts, kind, component.name);
      return;
    case ComponentType.Separator:
  }
}
