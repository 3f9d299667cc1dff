import {
  ButtonStyle,
  ComponentType,
  MessageType,
  PollLayoutType,
  StickerFormatType,
  type APIBaseMessage,
  type APIMessageSnapshotFields,
  type Guild,
} from 'discord.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_MEMBERSHIP, snapshotOf } from '../../src/discord/snapshot.ts';
import { connectToSandbox, type Connected } from './fixture.ts';

describe('snapshotOf', () => {
  let bot: Connected;
  let guild: Guild;

  beforeAll(async () => {
    bot = await connectToSandbox();
    const found = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
    if (found === undefined) throw new Error('no guild');
    guild = found;
  });
  afterAll(() => bot.stop());

  /** A message as Discord's gateway sends it, by alice in #general. */
  function payload(overrides: Partial<APIBaseMessage> = {}): APIBaseMessage {
    return {
      id: '900000000000000000',
      channel_id: bot.sandbox.channels.general,
      author: {
        id: bot.sandbox.members.alice.id,
        username: 'alice',
        discriminator: '0',
        global_name: 'Alice',
        avatar: null,
      },
      content: '',
      timestamp: '2026-01-01T00:00:00.000000+00:00',
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      type: MessageType.Default,
      ...overrides,
    };
  }

  const partsOf = (overrides: Partial<APIBaseMessage>) =>
    snapshotOf(payload(overrides), NO_MEMBERSHIP, guild).parts;
  const kindOf = (overrides: Partial<APIBaseMessage>) =>
    snapshotOf(payload(overrides), NO_MEMBERSHIP, guild).author.kind;

  const attachment = {
    id: '1',
    filename: 'file_name.png',
    title: 'File: name',
    description: 'alt text',
    size: 1,
    url: '',
    proxy_url: '',
  };
  const embed = {
    provider: { name: 'Provider' },
    author: { name: 'Writer' },
    title: 'Title',
    description: 'Description',
    fields: [{ name: 'Field', value: 'Value' }],
    footer: { text: 'Footer' },
  };

  it('reads what stands in attachments', () => {
    expect(partsOf({ attachments: [attachment] })).toEqual([
      { kind: 'attachment', text: 'File: name' },
      { kind: 'attachment', text: 'file_name.png' },
      { kind: 'attachment', text: 'alt text' },
    ]);
  });

  it('reads every text of an embed', () => {
    const texts = ['Provider', 'Writer', 'Title', 'Description', 'Field', 'Value', 'Footer'];
    expect(partsOf({ embeds: [embed] })).toEqual(texts.map((text) => ({ kind: 'embed', text })));
  });

  it('reads question and answers of a poll', () => {
    const poll: APIBaseMessage['poll'] = {
      question: { text: 'Question?' },
      answers: [
        { answer_id: 1, poll_media: { text: 'Yes' } },
        { answer_id: 2, poll_media: { emoji: { id: null, name: '👎' } } },
      ],
      expiry: '',
      allow_multiselect: false,
      layout_type: PollLayoutType.Default,
    };
    expect(partsOf({ poll })).toEqual([
      { kind: 'poll', text: 'Question?' },
      { kind: 'poll', text: 'Yes' },
    ]);
  });

  it('reads texts, labels and descriptions of components, however deep', () => {
    const components: APIBaseMessage['components'] = [
      {
        type: ComponentType.Container,
        components: [
          {
            type: ComponentType.Section,
            components: [{ type: ComponentType.TextDisplay, content: 'Displayed' }],
            accessory: {
              type: ComponentType.Button,
              style: ButtonStyle.Link,
              url: 'https://x.example',
              label: 'Button',
            },
          },
          {
            type: ComponentType.MediaGallery,
            items: [{ media: { url: '' }, description: 'Picture' }],
          },
          { type: ComponentType.Separator },
        ],
      },
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: 'x',
            placeholder: 'Choose',
            options: [{ label: 'Option', value: 'hidden', description: 'More' }],
          },
        ],
      },
    ];
    expect(partsOf({ components }).map(({ text }) => text)).toEqual([
      'Displayed',
      'Button',
      'Picture',
      'Choose',
      'Option',
      'More',
    ]);
  });

  it('reads all of a forwarded message, and says that it was forwarded', () => {
    const message: APIMessageSnapshotFields = {
      content: 'Forwarded',
      embeds: [{ title: 'Embedded' }],
      attachments: [{ ...attachment, title: 'file_name.png', description: 'alt' }],
      sticker_items: [{ id: '1', name: 'Sticker', format_type: StickerFormatType.PNG }],
      timestamp: '',
      edited_timestamp: null,
      mentions: [],
      mention_roles: [],
      type: MessageType.Default,
    };
    const texts = ['Forwarded', 'file_name.png', 'alt', 'Embedded', 'Sticker'];
    expect(partsOf({ message_snapshots: [{ message }] })).toEqual(
      texts.map((text) => ({ kind: 'forwarded', text })),
    );
  });

  it('reads the title in the notice that a thread was made', () => {
    const message = { type: MessageType.ThreadCreated, content: 'A rude title' };
    expect(partsOf(message)).toEqual([{ kind: 'thread title', text: 'A rude title' }]);
    expect(kindOf(message)).toBe('person');
  });

  it.each([
    MessageType.UserJoin,
    MessageType.AutoModerationAction,
    MessageType.ChannelPinnedMessage,
    MessageType.PollResult,
  ])('takes a message of type %i for one of Discord itself', (type) => {
    expect(kindOf({ type })).toBe('system');
  });

  it('tells a webhook, a bot that answers a command, and itself apart', () => {
    const bot2 = { ...payload().author, bot: true };
    expect(kindOf({ webhook_id: '5', author: bot2 })).toBe('webhook');
    expect(kindOf({ webhook_id: '5', application_id: '5', author: bot2 })).toBe('bot');
    const self = { ...bot2, id: bot.sandbox.botId };
    expect(kindOf({ webhook_id: '5', application_id: '5', author: self })).toBe('self');
  });

  it('prefers the name the guild knows to that of the account', () => {
    const nameOf = (nick: string | null) =>
      snapshotOf(payload(), { roles: [], nick }, guild).author.name;
    expect(nameOf('Al')).toBe('Al');
    expect(nameOf(null)).toBe('Alice');
  });

  it('has no empty part, loses no text, and never fails, whatever there is in a message', () => {
    const text = fc.oneof(fc.constantFrom('', ' ', '\n'), fc.string({ unit: 'grapheme' }));
    const maybe = fc.option(text, { nil: undefined });
    const embeds = fc.array(
      fc.record(
        {
          title: maybe,
          description: maybe,
          footer: fc.option(fc.record({ text }), { nil: undefined }),
        },
        { requiredKeys: [] },
      ),
    );
    const attachments = fc.array(
      fc
        .record({ filename: text, description: text })
        .map((file) => ({ ...attachment, ...file, title: file.filename })),
    );
    const rest = fc.record({ content: text, embeds, attachments });
    fc.assert(
      fc.property(rest, fc.array(rest, { maxLength: 2 }), (own, forwards) => {
        // The typings of fast-check make absent and undefined the same; Discord's do not.
        const message = {
          ...own,
          message_snapshots: forwards.map((forward) => ({ message: forward })),
        } as Partial<APIBaseMessage>;
        const parts = partsOf(message);
        expect(parts.every((part) => part.text.trim() !== '')).toBe(true);
        const shown = [own, ...forwards].flatMap((one) => [
          one.content,
          ...one.attachments.flatMap((file) => [file.filename, file.description]),
          ...one.embeds.flatMap((card) => [card.title, card.description, card.footer?.text]),
        ]);
        const expected = shown.filter(
          (one): one is string => one !== undefined && one.trim() !== '',
        );
        expect(parts.map((part) => part.text).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
