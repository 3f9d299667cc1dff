import { messageLink, userMention, type APIEmbed, type Guild } from 'discord.js';
import { undeliveredEntryOf, type Conversation, type MailEntry } from '../../domain/mail/mail.ts';
import type { Preview } from '../../domain/preview.ts';
import type { Translate } from '../../locales/translate.ts';
import type { PostBody } from '../../outbox/post-kind.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { defuse, truncate, visible } from '../../rendering/sanitize.ts';
import type { StoredMail } from '../../storage/mail/mail-store.ts';
import { scoresText } from '../alerts/verdict-text.ts';
import { mailButton, rowOf } from './mail-buttons.ts';

const FROM_MEMBER = 0x3498db;
const FROM_MODERATORS = 0x5865f2;
const UNDELIVERED = 0xe67e22;
const GONE = 0x95a5a6;
const TEXT_LENGTH = 3_500;
/** The longest message on Discord. */
const ANSWER_LENGTH = 4_000;
const BEFORE_LENGTH = 400;
const FILES_LENGTH = 1_024;

/** A member's message as moderators see it, with what the check says about it. */
export async function memberBody(
  { t }: Renderer,
  { entry, conversation }: { readonly entry: MailEntry; readonly conversation: Conversation },
  { preview }: { readonly preview: Pick<Preview, 'text'> },
): Promise<PostBody> {
  const verdict = await verdictText(t, entry, preview);
  const before = entry.before === null ? null : defuse(entry.before, BEFORE_LENGTH);
  return {
    embeds: [
      {
        color: entry.isDeleted ? GONE : FROM_MEMBER,
        author: { name: visible(conversation.memberName, 100) || conversation.memberId },
        description: [
          defuse(entry.text, TEXT_LENGTH),
          ...(before === null ? [] : [`-# ${t('modmail:entry.edited')}`, quoted(before)]),
          ...(entry.isDeleted ? [`-# ${t('modmail:entry.deleted')}`] : []),
          ...(verdict === null ? [] : [`-# ${t('modmail:entry.verdict', { scores: verdict })}`]),
        ]
          .filter((line) => line !== '')
          .join('\n'),
        ...filesField(t, entry),
        timestamp: new Date(entry.writtenAt).toISOString(),
      },
    ],
  };
}

/** Null: harmless, or nothing to check, or the service does not answer. */
async function verdictText(
  t: Translate,
  { guildId, id, memberId, text }: MailEntry,
  preview: Pick<Preview, 'text'>,
): Promise<string | null> {
  const { result } = await preview.text(guildId, text, {
    subject: 'message',
    messageId: id,
    channelId: '',
    parentIds: [],
    isAgeRestricted: false,
    editedAt: null,
    author: { id: memberId, kind: 'person', rank: 'member', roleIds: [], joinedAt: null },
  });
  if (result.kind !== 'judged' || result.judgement?.kind !== 'verdict') return null;
  const { verdict } = result.judgement;
  return verdict.action === 'pass' ? null : scoresText(t, verdict);
}

/** A moderator's answer as the member sees it. */
function answerBody({ t }: Renderer, guild: Guild | null, entry: MailEntry): PostBody {
  const server = serverOf(guild);
  return {
    embeds: [
      {
        color: entry.isDeleted ? GONE : FROM_MODERATORS,
        author: { name: t('modmail:answer.from', { server: visible(server, 100) }) },
        description: entry.isDeleted
          ? `*${t('modmail:answer.withdrawn')}*`
          : [
              truncate(entry.text, ANSWER_LENGTH),
              ...(entry.before === null ? [] : [`-# ${t('modmail:answer.edited')}`]),
            ]
              .filter((line) => line !== '')
              .join('\n'),
        ...(entry.isDeleted ? {} : filesField(t, entry)),
        footer: { text: t('modmail:answer.footer') },
        timestamp: new Date(entry.writtenAt).toISOString(),
      },
    ],
    components: [rowOf(mailButton(t, entry.guildId))],
  };
}

/** What the bot tells a member. */
export function toMemberBody(renderer: Renderer, guild: Guild | null, entry: MailEntry): PostBody {
  switch (entry.kind) {
    case 'closed':
      return closingBody(renderer, guild, entry);
    case 'delayed':
      return delayedBody(renderer, guild, entry);
    case 'answer':
    case 'member':
    case 'undelivered':
      return answerBody(renderer, guild, entry);
  }
}

function delayedBody({ t }: Renderer, guild: Guild | null, entry: MailEntry): PostBody {
  return {
    embeds: [
      {
        color: GONE,
        description: t('modmail:delayed', { server: defuse(serverOf(guild), 100) }),
        timestamp: new Date(entry.writtenAt).toISOString(),
      },
    ],
  };
}

/** Tells the member that the moderators have closed the conversation. */
function closingBody({ t }: Renderer, guild: Guild | null, entry: MailEntry): PostBody {
  const server = serverOf(guild);
  return {
    embeds: [
      {
        color: GONE,
        author: { name: t('modmail:answer.from', { server: visible(server, 100) }) },
        description: [
          t('modmail:closed.text', { server: defuse(server, 100) }),
          ...(entry.text === '' ? [] : [quoted(truncate(entry.text, TEXT_LENGTH))]),
          `-# ${t('modmail:closed.again')}`,
        ].join('\n'),
        timestamp: new Date(entry.writtenAt).toISOString(),
      },
    ],
    components: [rowOf(mailButton(t, entry.guildId))],
  };
}

/** Tells the moderators that an answer, or the closing, did not reach the member. */
export async function undeliveredBody(
  { t }: Renderer,
  entry: MailEntry,
  { mail }: { readonly mail: Pick<StoredMail, 'entry' | 'get'> },
): Promise<PostBody> {
  const { guildId, memberId, id } = entry;
  const [answer, conversation] = await Promise.all([
    mail.entry(guildId, undeliveredEntryOf(id)),
    mail.get(guildId, memberId),
  ]);
  const values = { user: userMention(memberId) };
  const threadId = conversation?.post?.messageId ?? null;
  const link =
    answer?.kind === 'answer' && threadId !== null
      ? ` [${t('digest:jump')}](${messageLink(threadId, answer.id, guildId)})`
      : '';
  const isRead = answer?.delivery === 'read';
  return {
    embeds: [
      {
        color: isRead ? GONE : UNDELIVERED,
        description: `${t(isRead ? 'modmail:undelivered.read' : answer?.kind === 'closed' ? 'modmail:undelivered.closing' : 'modmail:undelivered.answer', values)}${link}`,
        timestamp: new Date(entry.writtenAt).toISOString(),
      },
    ],
  };
}

function serverOf(guild: Guild | null): string {
  return guild?.name ?? '';
}

function filesField(t: Translate, { files }: MailEntry): Pick<APIEmbed, 'fields'> {
  if (files.length === 0) return {};
  const links: string[] = [];
  for (const { name, url } of files) {
    const link = `[${defuse(name, 60) || t('modmail:entry.file')}](${url})`;
    if ([...links, link].join('\n').length <= FILES_LENGTH) links.push(link);
  }
  return { fields: [{ name: t('modmail:entry.files'), value: links.join('\n') }] };
}

function quoted(text: string): string {
  return `> ${text.replaceAll('\n', '\n> ')}`;
}
