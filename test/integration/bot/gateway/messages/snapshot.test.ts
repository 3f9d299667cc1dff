import {
  ButtonStyle,
  ComponentType,
  Events,
  MessageType,
  PollLayoutType,
  StickerFormatType,
  type APIBaseMessage,
  type APIMessageSnapshotFields,
  type Guild,
} from 'discord.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_MEMBERSHIP, snapshotOf } from '../../../../../src/bot/gateway/messages/snapshot.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

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

  it('reads the texts of attachments', () => {
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

  it('reads the addresses of an embed as words, unless the message contains them', () => {
    const embeds = [
      {
        url: 'https://a.example/bad-words',
        author: { name: 'A', url: 'https://b.example/%E0%A4%A' },
      },
    ];
    expect(partsOf({ content: 'see https://a.example/bad-words', embeds })).toEqual([
      { kind: 'content', text: 'see https://a.example/bad-words' },
      { kind: 'embed', text: 'A' },
      { kind: 'embed', text: 'b.example %E0%A4%A' },
    ]);
  });

  it('lists text files, of a forwarded message too', () => {
    const file = (id: string, filename: string, content_type?: string) => ({
      ...attachment,
      id,
      filename,
      url: `https://cdn.discordapp.com/${id}`,
      ...(content_type === undefined ? {} : { content_type }),
    });
    const attachments = [
      file('1', 'message.txt', 'text/plain; charset=utf-8'),
      file('2', 'a.json', 'application/json'),
      file('3', 'notes.md'),
      file('4', 'a.png', 'image/png'),
      file('5', 'a.bin'),
      file('7', 'drawing', 'image/svg+xml'),
      file('8', 'drawing.svg'),
      file('9', 'README', 'application/octet-stream'),
    ];
    const message_snapshots = [{ message: { attachments: [file('6', 'forwarded.txt')] } }] as never;
    const { files } = snapshotOf(payload({ attachments, message_snapshots }), NO_MEMBERSHIP, guild);
    expect(files.map(({ id }) => id)).toEqual(['1', '2', '3', '7', '8', '9', '6']);
    expect(files.filter(({ isCertain }) => !isCertain).map(({ id }) => id)).toEqual(['9']);
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
              url: 'https://x.example/some-page?q=a%20b',
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
      'x.example some page q a b',
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
  ])('treats a message of type %i as Discord’s own', (type) => {
    expect(kindOf({ type })).toBe('system');
  });

  it('distinguishes a webhook, a bot that answers a command, and itself', () => {
    const bot2 = { ...payload().author, bot: true };
    expect(kindOf({ webhook_id: '5', author: bot2 })).toBe('webhook');
    expect(kindOf({ webhook_id: '5', application_id: '5', author: bot2 })).toBe('bot');
    const self = { ...bot2, id: bot.sandbox.botId };
    expect(kindOf({ webhook_id: '5', application_id: '5', author: self })).toBe('self');
  });

  it('names the member who used the app that wrote a reply', () => {
    const user = {
      id: '100000000000000700',
      username: 'bob',
      discriminator: '0',
      global_name: null,
      avatar: null,
    };
    const metadata = {
      id: '1',
      type: 2,
      user,
      authorizing_integration_owners: { 1: '100000000000000700' },
    };
    const usedBy = (overrides: object) =>
      snapshotOf(payload(overrides), NO_MEMBERSHIP, guild).author.usedBy;
    expect(usedBy({ interaction_metadata: metadata })).toBe('100000000000000700');
    expect(usedBy({})).toBeNull();
  });

  it('does not treat a playlist as a recording, because it names addresses that a member chose', () => {
    const recordings = (attachment: object) => {
      const file = { id: '1', url: 'https://cdn.discordapp.com/a', size: 9, ...attachment };
      const message: object = { attachments: [file] };
      return snapshotOf(payload(message), NO_MEMBERSHIP, guild).recordings;
    };
    expect(recordings({ filename: 'a.mp3', content_type: 'audio/mpeg' })).toHaveLength(1);
    expect(recordings({ filename: 'a.m3u', content_type: 'audio/x-mpegurl' })).toEqual([]);
    expect(recordings({ filename: 'a.m3u8', content_type: 'application/octet-stream' })).toEqual(
      [],
    );
  });

  it('names nobody when the member who used an app is malformed', () => {
    const metadata: object = { interaction_metadata: { id: '1', type: 2 } };
    expect(snapshotOf(payload(metadata), NO_MEMBERSHIP, guild).author.usedBy).toBeNull();
  });

  it('prefers the name the guild knows to that of the account', () => {
    const nameOf = (nick: string | null) =>
      snapshotOf(payload(), { roles: [], nick }, guild).author.name;
    expect(nameOf('Al')).toBe('Al');
    expect(nameOf(null)).toBe('Alice');
  });

  it('reads the other parts when one is malformed, and reports the malformed one', () => {
    const warnings: string[] = [];
    const listen = (warning: string) => warnings.push(warning);
    guild.client.on(Events.Warn, listen);
    // Values that the types forbid, because Discord has never sent them.
    const odd = {
      content: 'kept',
      attachments: [null, { ...attachment, title: 5 }],
      embeds: { title: 'no list' },
      poll: { answers: [{}, { poll_media: { text: 'Yes' } }] },
      message_snapshots: [{}, { message: { content: 'forwarded' } }],
      components: [{ type: ComponentType.ActionRow }, { type: 999 }],
      sticker_items: null,
      edited_timestamp: 'some day',
    } as unknown as Partial<APIBaseMessage>;
    const { parts, editedAt } = snapshotOf(payload(odd), NO_MEMBERSHIP, guild);
    guild.client.off(Events.Warn, listen);
    expect(parts.map(({ text }) => text)).toEqual([
      'kept',
      'forwarded',
      'Yes',
      'file_name.png',
      'alt text',
    ]);
    expect(editedAt).toBeNull();
    expect(warnings).not.toEqual([]);
    expect(warnings.every((line) => line.includes('900000000000000000'))).toBe(true);
  });

  it('has no empty part, loses no text, and never fails for any message', () => {
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
        const shown = [own, ...forwards].flatMap((part) => [
          part.content,
          ...part.attachments.flatMap((file) => [file.filename, file.description]),
          ...part.embeds.flatMap((card) => [card.title, card.description, card.footer?.text]),
        ]);
        const expected = shown.filter(
          (part): part is string => part !== undefined && part.trim() !== '',
        );
        expect(parts.map((part) => part.text).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
