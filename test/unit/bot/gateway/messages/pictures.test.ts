import { StickerFormatType, type APIMessage } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { picturesOf } from '../../../../../src/bot/gateway/messages/pictures.ts';

const urls = (message: object): string[] => picturesOf(message as APIMessage).map(({ url }) => url);

const CDN = 'https://media.discordapp.net/attachments/1/2';
const attachment = (changes: object = {}) => ({
  id: '2',
  filename: 'a.png',
  content_type: 'image/png',
  url: 'https://cdn.discordapp.com/attachments/1/2/a.png',
  proxy_url: `${CDN}/a.png?ex=1&hm=2`,
  ...changes,
});

describe('the pictures of a message', () => {
  it('are files, pictures in embeds, stickers and those of a forwarded message', () => {
    const embed = (name: string) => ({
      url: 'https://example.org/x',
      proxy_url: `https://images-ext-1.discordapp.net/external/${name}`,
    });
    const message = {
      attachments: [attachment()],
      embeds: [{ image: embed('image'), thumbnail: embed('thumbnail') }],
      sticker_items: [
        { id: '7', format_type: StickerFormatType.APNG },
        { id: '8', format_type: StickerFormatType.GIF },
      ],
      message_snapshots: [
        { message: { attachments: [attachment({ proxy_url: `${CDN}/b.png` })] } },
      ],
    };
    expect(urls(message)).toEqual([
      `${CDN}/a.png?ex=1&hm=2`,
      'https://images-ext-1.discordapp.net/external/image',
      'https://images-ext-1.discordapp.net/external/thumbnail',
      'https://media.discordapp.net/stickers/7.png',
      'https://media.discordapp.net/stickers/8.gif',
      `${CDN}/b.png`,
    ]);
  });

  it('are told by their names where Discord knows no type', () => {
    const unknown = (filename: string) => attachment({ filename, content_type: undefined });
    expect(urls({ attachments: [unknown('a.JPG'), unknown('notes.txt')] })).toHaveLength(1);
  });

  it('are no text files, recordings, drawings or Lottie stickers', () => {
    const types = ['text/plain', 'video/mp4', 'image/svg+xml', 'application/pdf'];
    const sticker_items = [{ id: '7', format_type: StickerFormatType.Lottie }];
    const attachments = types.map((content_type) => attachment({ content_type }));
    expect(urls({ attachments, sticker_items })).toEqual([]);
  });

  it('are scaled down by Discord when they are large', () => {
    const [url = ''] = urls({ attachments: [attachment({ width: 4096, height: 2048 })] });
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toEqual({
      ex: '1',
      hm: '2',
      width: '1024',
      height: '512',
    });
  });

  it('are converted by Discord where the bot cannot decode them', () => {
    const [url = ''] = urls({ attachments: [attachment({ content_type: 'image/avif' })] });
    expect(new URL(url).searchParams.get('format')).toBe('png');
  });

  it('are few, however many the payload names', () => {
    const attachments = Array.from({ length: 500 }, () => attachment());
    expect(urls({ attachments })).toHaveLength(20);
  });

  it('are none where the payload is malformed', () => {
    expect(
      urls({ attachments: 'none', embeds: [null, { image: 3 }], sticker_items: [{}] }),
    ).toEqual([]);
    expect(urls({ attachments: [attachment({ url: 5, proxy_url: 'no url' })] })).toEqual([]);
    expect(urls({ message_snapshots: [null, { message: null }] })).toEqual([]);
  });
});
