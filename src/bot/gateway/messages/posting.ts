import {
  MessageType,
  type APIAttachment,
  type APIBaseMessage,
  type APIMessage,
  type GuildBasedChannel,
} from 'discord.js';
import { fingerprintOf } from '../../domain/sample.ts';
import type { Posting } from '../../domain/snapshot.ts';
import { attachmentsOf, typeOf } from './attachments.ts';

/** Most messages have none. */
const NO_PICTURES: readonly string[] = [];
const PICTURE = /^(?:image|video)\//u;
/** For files whose type Discord does not know. */
const PICTURE_NAME = /\.(?:apng|avif|bmp|gif|jpe?g|mov|mp4|png|webm|webp)$/iu;

/** `channel`: the message's; undefined: unknown. */
export function postingOf(
  message: APIBaseMessage & Partial<Pick<APIMessage, 'mentions'>>,
  channel: GuildBasedChannel | undefined,
): Posting {
  const { type, mentions, attachments, message_snapshots: forwarded, channel_id: id } = message;
  const isThread = channel?.isThread() === true;
  // Lists may be malformed or missing, despite the types.
  const mayHavePictures = attachments?.length !== 0 || forwarded !== undefined;
  return {
    placeId: isThread ? (channel.parentId ?? id) : id,
    isAnswer: type === MessageType.Reply || (Array.isArray(mentions) && mentions.length > 0),
    pictures: mayHavePictures ? picturesOf(message) : NO_PICTURES,
  };
}

function picturesOf(message: APIBaseMessage): string[] {
  return attachmentsOf(message).filter(isPicture).map(identityOf);
}

function isPicture(attachment: APIAttachment): boolean {
  const type = typeOf(attachment);
  return type === null ? PICTURE_NAME.test(attachment.filename) : PICTURE.test(type);
}

/** Discord tells nothing else about a file's content. */
function identityOf(attachment: APIAttachment): string {
  const { filename, size, width, height } = attachment;
  return fingerprintOf([filename, typeOf(attachment), size, width, height].join(' '));
}
