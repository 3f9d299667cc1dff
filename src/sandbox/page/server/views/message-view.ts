import {
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  type APIPoll,
} from 'discord-api-types/v10';

import { isSystemMessage } from '../../../world/messages/build-message.ts';
import type { GuildState } from '../../../world/types.ts';
import { viewMessage } from '../../../world/view.ts';
import type { World } from '../../../world/world.ts';
import type {
  AttachmentView,
  EmbedView,
  MessageView,
  PollView,
  ReactionView,
  ReplyView,
} from '../../protocol/messages.ts';
import { cssColor } from './color.ts';
import { componentViews } from './component-view.ts';
import { pageUrl } from './page-url.ts';
import { userView } from './user-view.ts';

export interface Viewing {
  readonly world: World;
  /** The server whose nicknames and role colors the names have. */
  readonly guild: GuildState | null;
  readonly viewerId: string;
}

export function messageView(viewing: Viewing, message: APIMessage): MessageView {
  const { world, guild, viewerId } = viewing;
  const shown = viewMessage(world.state, message, viewerId);
  const flags = shown.flags ?? 0;
  return {
    id: shown.id,
    channelId: shown.channel_id,
    author: userView(shown.author, guild),
    createdMs: Date.parse(shown.timestamp),
    isEdited: shown.edited_timestamp !== null,
    isEphemeral: (flags & MessageFlags.Ephemeral) !== 0,
    isLoading: (flags & MessageFlags.Loading) !== 0,
    isSystem: isSystemMessage(shown),
    content: shown.content,
    embeds: shown.embeds.map(embedView),
    attachments: unusedFiles(shown).map(attachmentView),
    components: componentViews(shown.components),
    reactions: reactionViews(shown),
    stickers: (shown.sticker_items ?? []).map(({ name }) => name),
    poll: shown.poll === undefined ? null : pollView(shown.poll),
    forwarded: (shown.message_snapshots ?? []).map(({ message: snapshot }) => ({
      content: snapshot.content,
      embeds: snapshot.embeds.map(embedView),
      attachments: snapshot.attachments.map(attachmentView),
    })),
    repliesTo: replyView(viewing, shown),
    usedBy: usedBy(world, shown),
    thread:
      shown.thread === undefined ? null : { id: shown.thread.id, name: shown.thread.name ?? '' },
  };
}

function replyView({ world, guild }: Viewing, message: APIMessage): ReplyView | null {
  const { message_reference: reference } = message;
  if (reference?.message_id === undefined || reference.type === MessageReferenceType.Forward) {
    return null;
  }
  // The header of a response to a command names the command instead.
  if (message.interaction_metadata?.type === InteractionType.ApplicationCommand) return null;
  const { ephemerals } = world.state;
  const referenced =
    message.referenced_message ?? ephemerals.get(reference.message_id)?.message ?? null;
  return {
    messageId: reference.message_id,
    author: referenced === null ? null : userView(referenced.author, guild),
    content: referenced === null ? '' : summaryOf(referenced),
  };
}

/** The text of a message, or of its first embed, as a reply's header shows it. */
function summaryOf({ content, embeds }: APIMessage): string {
  const [{ title = '', description = '' } = {}] = embeds;
  const [line = ''] = (content || title || description).split('\n');
  return line;
}

/** Files that neither an embed nor a component shows. */
function unusedFiles({ attachments, embeds, components = [] }: APIMessage): APIAttachment[] {
  const used = JSON.stringify([embeds, components]);
  return attachments.filter(({ url }) => !used.includes(JSON.stringify(url)));
}

function usedBy(
  { interactions }: World,
  { interaction_metadata: used, interaction }: APIMessage,
): MessageView['usedBy'] {
  if (used?.type !== InteractionType.ApplicationCommand) return null;
  // The message does not name the command; only its interaction does.
  const { payload } = interactions.ofUser(used.id, used.user.id);
  const isCommand = payload.type === InteractionType.ApplicationCommand;
  if (!isCommand) return { userId: used.user.id, command: null };
  const isSlash = payload.data.type === ApplicationCommandType.ChatInput;
  const name = interaction?.name ?? payload.data.name;
  return { userId: used.user.id, command: isSlash ? `/${name}` : name };
}

function embedView(embed: APIEmbed): EmbedView {
  return {
    color: cssColor(embed.color),
    author:
      embed.author === undefined
        ? null
        : { name: embed.author.name, iconUrl: pageUrl(embed.author.icon_url) },
    title: embed.title ?? '',
    url: embed.url ?? null,
    description: embed.description ?? '',
    fields: (embed.fields ?? []).map(({ name, value, inline = false }) => ({
      name,
      value,
      isInline: inline,
    })),
    imageUrl: pageUrl(embed.image?.url),
    thumbnailUrl: pageUrl(embed.thumbnail?.url),
    footer: embed.footer?.text ?? '',
    timestampMs: embed.timestamp === undefined ? null : Date.parse(embed.timestamp),
  };
}

function attachmentView({
  filename,
  url,
  size,
  content_type: contentType = '',
  description = '',
}: APIAttachment): AttachmentView {
  const [kind = ''] = contentType.split('/');
  return {
    name: filename,
    url: pageUrl(url) ?? '',
    size,
    kind: kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file',
    description,
    isSpoiler: filename.startsWith('SPOILER_'),
  };
}

function reactionViews({ reactions = [] }: APIMessage): ReactionView[] {
  return reactions.map(({ emoji, count, me }) => ({
    emoji: emoji.name ?? '',
    count,
    isMine: me,
  }));
}

function pollView({ question, answers, allow_multiselect, results }: APIPoll): PollView {
  const counts = new Map((results?.answer_counts ?? []).map((count) => [count.id, count]));
  return {
    question: question.text ?? '',
    answers: answers.map(({ answer_id: id, poll_media: { text = '' } }) => ({
      id,
      text,
      votes: counts.get(id)?.count ?? 0,
      isMine: counts.get(id)?.me_voted ?? false,
    })),
    isMultiple: allow_multiselect,
    isEnded: results?.is_finalized === true,
  };
}
