import {
  StickerFormatType,
  type APIAttachment,
  type APIBaseMessage,
  type APIEmbed,
  type APIMessageSnapshotFields,
} from 'discord.js';
import { isRecord } from '../../../shared/is-record.ts';
import type { Picture } from '../../domain/snapshot.ts';
import { typeOf } from './attachments.ts';

const TYPES = /^image\/(?:png|apng|jpeg|gif|webp|avif)\b/i;
/** For files whose type Discord does not know. */
const NAMES = /\.(?:a?png|jpe?g|jfif|gif|webp|avif)$/i;
/** Discord converts them; the bot cannot decode them itself. */
const CONVERTED = /^image\/avif\b/i;

/** More than anyone sees. A message has at most ten files and ten embeds. */
const MAX_PICTURES = 20;
/** Discord scales larger ones down, which spares both sides most of the download. */
const MAX_SIDE = 1_024;

const STICKERS = 'https://media.discordapp.net/stickers';

const NONE: readonly Picture[] = [];

type Shown = Pick<APIMessageSnapshotFields, 'attachments' | 'embeds' | 'sticker_items'>;

/** The pictures of a message and of what it forwards: files, those in embeds, stickers. Malformed ones are skipped. */
export function picturesOf(message: APIBaseMessage): readonly Picture[] {
  const forwarded = listOf(message.message_snapshots);
  // Nearly every message ends here.
  if (forwarded.length === 0 && !showsAny(message)) return NONE;
  const shown = [
    message,
    ...forwarded.flatMap(({ message: inner }) => (isRecord(inner) ? [inner] : [])),
  ];
  return shown.flatMap(picturesIn).slice(0, MAX_PICTURES);
}

function showsAny({ attachments, embeds, sticker_items: stickers }: Shown): boolean {
  return listOf(attachments).length + listOf(embeds).length + listOf(stickers).length > 0;
}

function picturesIn({ attachments, embeds, sticker_items: stickers }: Shown): Picture[] {
  return [
    ...listOf(attachments).flatMap(pictureOfFile),
    ...listOf(embeds).flatMap(picturesOfEmbed),
    ...listOf(stickers).flatMap(({ id, format_type: format }) => {
      // The fourth kind, Lottie, is a drawing by Discord.
      const isPicture = format !== StickerFormatType.Lottie;
      if (!isPicture || typeof id !== 'string' || !/^\d+$/.test(id)) return [];
      return [{ url: `${STICKERS}/${id}.${format === StickerFormatType.GIF ? 'gif' : 'png'}` }];
    }),
  ];
}

function pictureOfFile(attachment: APIAttachment): Picture[] {
  const { filename, url, proxy_url: proxy, width, height } = attachment;
  const type = typeOf(attachment);
  const isPicture = type === null ? NAMES.test(filename) : TYPES.test(type);
  if (!isPicture) return [];
  return pictureAt(proxy ?? url, {
    width,
    height,
    isConverted: type !== null && CONVERTED.test(type),
  });
}

/** Discord fetched them from other websites, and shows its own copies. */
function picturesOfEmbed({ image, thumbnail }: APIEmbed): Picture[] {
  return [image, thumbnail].flatMap((media) => {
    if (!isRecord(media)) return [];
    const { url, proxy_url: proxy, width, height } = media;
    return pictureAt(proxy ?? url, { width, height, isConverted: false });
  });
}

function pictureAt(
  address: unknown,
  { width, height, isConverted }: { width?: unknown; height?: unknown; isConverted: boolean },
): Picture[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const url = new URL(address);
  if (url.hostname === 'media.discordapp.net' || url.hostname.startsWith('images-ext-')) {
    const longest = Math.max(Number(width) || 0, Number(height) || 0);
    if (longest > MAX_SIDE) {
      const scaled = (side: unknown): string =>
        String(Math.max(1, Math.round((Number(side) * MAX_SIDE) / longest)));
      url.searchParams.set('width', scaled(width));
      url.searchParams.set('height', scaled(height));
    }
    if (isConverted) url.searchParams.set('format', 'png');
  }
  return [{ url: url.href }];
}

/** Forwards may lack their lists, and lists may be malformed, despite the types. */
function listOf<T extends object>(list: readonly T[] | null | undefined): readonly T[] {
  const items: readonly T[] = Array.isArray(list) ? list : [];
  return items.filter((item: unknown) => isRecord(item));
}
