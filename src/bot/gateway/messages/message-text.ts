import {
  ComponentType,
  MessageType,
  type APIBaseMessage,
  type APIEmbed,
  type APIMessageComponent,
  type APIMessageSnapshotFields,
} from 'discord.js';
import type { Part, PartKind } from '../../domain/snapshot.ts';

/** The fields that a message shares with the copy inside a forward. */
type Texts = Pick<
  APIMessageSnapshotFields,
  'content' | 'embeds' | 'attachments' | 'components' | 'sticker_items'
>;

/** The parts read so far, and the handler for parts that can't be read. */
interface Reading {
  readonly parts: Part[];
  readonly onOdd: (error: unknown) => void;
}

/**
 * Every readable text of a message, in the order in which Discord shows it. Calls `onOdd` for parts that do not match
 * Discord's documentation and still reads the others.
 */
export function partsOf(
  message: APIBaseMessage,
  threadTitle: string | null,
  onOdd: Reading['onOdd'],
): Part[] {
  const reading: Reading = { parts: [], onOdd };
  add(reading, 'thread title', threadTitle);
  // Discord announces a thread without a starting message by its title, which a person wrote.
  const isTitle = message.type === MessageType.ThreadCreated;
  add(reading, isTitle ? 'thread title' : 'content', message.content);
  each(reading, message.message_snapshots, ({ message: forwarded }) => {
    add(reading, 'forwarded', forwarded.content);
    addRest(reading, forwarded, 'forwarded');
  });
  each(reading, message.poll && [message.poll], ({ question, answers }) => {
    each(reading, [question], ({ text }) => add(reading, 'poll', text));
    each(reading, answers, ({ poll_media: media }) => add(reading, 'poll', media.text));
  });
  addRest(reading, message, null);
  return reading.parts;
}

/** Reads each item. Skips items that fail, and values that are not lists. */
function each<T>(
  { onOdd }: Reading,
  list: readonly T[] | null | undefined,
  read: (item: T) => void,
): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    onOdd(new TypeError('not a list'));
    return;
  }
  for (const item of list) {
    try {
      read(item);
    } catch (error) {
      onOdd(error);
    }
  }
}

/** Adds a text unless it is blank. */
function add({ parts, onOdd }: Reading, kind: PartKind, text: string | null | undefined): void {
  if (text === undefined || text === null || text === '') return;
  if (typeof text !== 'string') onOdd(new TypeError('not a text'));
  else if (text.trim() !== '') parts.push({ kind, text });
}

/**
 * Adds the words of an address, unless a part already contains the address, as with a link preview. As words, because
 * engines skip addresses.
 */
function addUrl(reading: Reading, kind: PartKind, url: string | null | undefined): void {
  if (typeof url !== 'string' || url === '') return;
  if (!reading.parts.some(({ text }) => text.includes(url))) add(reading, kind, urlWords(url));
}

/** `https://example.org/so-bad?a=b%20c` becomes `example.org so bad a b c`. */
function urlWords(url: string): string {
  const words = url
    .replace(/^[a-z][a-z\d+.-]*:\/*(?:www\.)?/i, '')
    .replace(/[/?#&=_+-]+/g, ' ')
    .trim();
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** `as` overrides the kind: every part of a forward is `forwarded`. */
function addRest(reading: Reading, message: Texts, as: PartKind | null): void {
  // A forward may lack any of these lists, despite the types; `each` skips them.
  each(reading, message.attachments, (attachment) => {
    add(reading, as ?? 'attachment', attachment.title);
    if (attachment.filename !== attachment.title) {
      add(reading, as ?? 'attachment', attachment.filename);
    }
    add(reading, as ?? 'attachment', attachment.description);
  });
  each(reading, message.embeds, (embed) => addEmbed(reading, embed, as ?? 'embed'));
  each(reading, message.components, (component) =>
    addComponent(reading, component, as ?? 'component'),
  );
  each(reading, message.sticker_items, ({ name }) => add(reading, as ?? 'sticker', name));
}

function addEmbed(reading: Reading, embed: APIEmbed, kind: PartKind): void {
  add(reading, kind, embed.provider?.name);
  add(reading, kind, embed.author?.name);
  add(reading, kind, embed.title);
  add(reading, kind, embed.description);
  each(reading, embed.fields, (field) => {
    add(reading, kind, field.name);
    add(reading, kind, field.value);
  });
  add(reading, kind, embed.footer?.text);
  for (const picture of [embed.image, embed.thumbnail, embed.video]) {
    add(reading, kind, picture?.description);
  }
  addUrl(reading, kind, embed.url);
  addUrl(reading, kind, embed.author?.url);
  addUrl(reading, kind, embed.provider?.url);
}

function addComponent(reading: Reading, component: APIMessageComponent, kind: PartKind): void {
  switch (component.type) {
    case ComponentType.ActionRow:
    case ComponentType.Container:
      each<APIMessageComponent>(reading, component.components, (inner) =>
        addComponent(reading, inner, kind),
      );
      return;
    case ComponentType.Section:
      each<APIMessageComponent>(reading, component.components, (inner) =>
        addComponent(reading, inner, kind),
      );
      addComponent(reading, component.accessory, kind);
      return;
    case ComponentType.TextDisplay:
      add(reading, kind, component.content);
      return;
    case ComponentType.Button:
      if ('label' in component) add(reading, kind, component.label);
      if ('url' in component) addUrl(reading, kind, component.url);
      return;
    case ComponentType.StringSelect:
      add(reading, kind, component.placeholder);
      each(reading, component.options, (option) => {
        add(reading, kind, option.label);
        add(reading, kind, option.description);
      });
      return;
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      add(reading, kind, component.placeholder);
      return;
    case ComponentType.MediaGallery:
      each(reading, component.items, (item) => add(reading, kind, item.description));
      return;
    case ComponentType.Thumbnail:
      add(reading, kind, component.description);
      return;
    case ComponentType.File:
      add(reading, kind, component.name);
      return;
    case ComponentType.Separator:
  }
}
