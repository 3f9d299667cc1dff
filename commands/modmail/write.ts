import { ComponentType, TextInputStyle, type APIEmbed } from 'discord.js';
import {
  type AnywhereCall,
  type CommandDeps,
  defuse,
  findServerName,
  type Form,
  mailButton,
  type MailEntry,
  MAIL_SEND_ID,
  MAIL_WRITE_ID,
  type Reply,
  rowOf,
  type Translate,
  truncate,
  type WriteResult,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { isSnowflake } from '../../src/shared/snowflake.ts';

const TEXT_LENGTH = 2_000;
/** Discord allows ten embeds with 6,000 characters together. */
const SHOWN_ANSWERS = 5;
const ANSWER_LENGTH = 1_000;

/** The button `mail-write:<server>`, and its form. First it shows what Discord did not deliver. */
export const mailForm: Form<CommandDeps> = {
  id: MAIL_WRITE_ID,
  answer: { kind: 'form' },
  async open(call, [guildId = '', how], { mail }) {
    const { t, by } = call;
    const server = await serverOf(call, guildId);
    const { state, hasUnread } = await mail.open(guildId, by.id);
    if (how !== 'new' && hasUnread) {
      return {
        kind: 'reply',
        reply: async () =>
          unreadReply(t, { guildId, server, entries: await mail.takeUnread(guildId, by.id) }),
      };
    }
    if (state !== 'possible') throw new UserError(t(`modmail:write.${state}`));
    await mail.settleRead(guildId, by.id);
    return {
      kind: 'form',
      form: {
        custom_id: `${MAIL_WRITE_ID}:${guildId}`,
        title: t('modmail:write.title'),
        components: [
          {
            type: ComponentType.Label,
            label: t('modmail:write.text'),
            component: {
              type: ComponentType.TextInput,
              custom_id: 'text',
              style: TextInputStyle.Paragraph,
              required: true,
              max_length: TEXT_LENGTH,
            },
          },
        ],
      },
    };
  },
  async run(call, [guildId = ''], { mail }) {
    const { t, by, interaction } = call;
    const server = await serverOf(call, guildId);
    const text = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue('text').trim()
      : '';
    if (text === '') throw new UserError(t('modmail:write.empty'));
    const { id } = interaction;
    const result = await mail.write({ guildId, id, by, text, files: [], channelId: null });
    return resultReply(t, result, t('modmail:write.sent', { server: defuse(server, 100) }));
  },
};

/** The choice of a server for a direct message: `mail-send:<message>:<server>`, or a select `mail-send:<message>`. */
export const mailChoice: Form<CommandDeps> = {
  id: MAIL_SEND_ID,
  answer: { kind: 'form' },
  async open(call, args, { mail }) {
    return { kind: 'reply', reply: () => sendChosen(call, args, { mail }) };
  },
  // It has no form.
  run: (call, args, { mail }) => sendChosen(call, args, { mail }),
};

async function sendChosen(
  call: AnywhereCall,
  [messageId = '', ofButton]: readonly string[],
  { mail }: Pick<CommandDeps, 'mail'>,
): Promise<Reply> {
  const { t, by, interaction } = call;
  const guildId = interaction.isStringSelectMenu() ? interaction.values[0] : ofButton;
  const { channelId } = interaction;
  const server = await serverOf(call, guildId ?? '');
  if (channelId === null || interaction.guildId !== null || !isSnowflake(messageId)) {
    throw new UserError(t('modmail:write.gone'));
  }
  const result = await mail.writeFrom(guildId ?? '', by, { channelId, messageId });
  return resultReply(t, result, t('modmail:direct.sent', { server: defuse(server, 100) }));
}

function resultReply(t: Translate, result: WriteResult, sent: string): Reply {
  if (result === 'sent') return { content: sent };
  throw new UserError(t(`modmail:write.${result === 'too many' ? 'tooMany' : result}`));
}

/** Throws a `UserError` if the custom id was made up, or if the bot is no longer in the server. */
async function serverOf({ interaction, t }: AnywhereCall, guildId: string): Promise<string> {
  const server = isSnowflake(guildId) ? await findServerName(interaction.client, guildId) : null;
  if (server === null) throw new UserError(t('modmail:write.botLeft'));
  return server;
}

function unreadReply(
  t: Translate,
  {
    guildId,
    server,
    entries,
  }: { readonly guildId: string; readonly server: string; readonly entries: readonly MailEntry[] },
): Reply {
  return {
    content: t('modmail:write.unread', { server: defuse(server, 100) }),
    embeds: entries.slice(-SHOWN_ANSWERS).map((entry) => answerEmbed(t, server, entry)),
    components: [rowOf({ ...mailButton(t, guildId, ':new'), label: t('modmail:write.more') })],
  };
}

function answerEmbed(t: Translate, server: string, entry: MailEntry): APIEmbed {
  const { kind, text, files, writtenAt } = entry;
  return {
    description: [
      ...(kind === 'closed' ? [t('modmail:closed.text', { server: defuse(server, 100) })] : []),
      truncate(text, ANSWER_LENGTH),
      ...files.map(({ name, url }) => `[${defuse(name, 60)}](${url})`),
    ]
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, 2 * ANSWER_LENGTH),
    timestamp: new Date(writtenAt).toISOString(),
  };
}
