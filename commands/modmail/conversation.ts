import { ComponentType, TextInputStyle } from 'discord.js';
import {
  type CommandDeps,
  type Component,
  MAIL_BLOCK_ID,
  MAIL_CLOSE_ID,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';

const NOTE_LENGTH = 500;

/** Closes a conversation, with a note for the member: `mail-close:<member>`. */
export const mailCloseForm: Component<CommandDeps> = {
  id: MAIL_CLOSE_ID,
  answer: {
    kind: 'modal',
    submitted: 'post',
    modal: ({ t }, args) => ({
      custom_id: `${MAIL_CLOSE_ID}:${args.join(':')}`,
      title: t('modmail:close.title'),
      components: [
        {
          type: ComponentType.Label,
          label: t('modmail:close.note'),
          component: {
            type: ComponentType.TextInput,
            custom_id: 'note',
            style: TextInputStyle.Paragraph,
            required: false,
            max_length: NOTE_LENGTH,
          },
        },
      ],
    }),
  },
  async run(call, [memberId = ''], { mail }) {
    checkMayModerate(call);
    const { guild, by, t, interaction } = call;
    const note = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue('note').trim()
      : '';
    const closing = { id: by.id, note, interactionId: interaction.id };
    const isClosed = await mail.close(guild.id, memberId, closing);
    if (!isClosed) throw new UserError(t('modmail:reply.already'));
    return { isOnPost: true };
  },
};

/** Keeps a member from writing, or lets them write again: `mail-block:<member>:on` and `:off`. */
export const mailBlockButton: Component<CommandDeps> = {
  id: MAIL_BLOCK_ID,
  answer: { kind: 'post' },
  async run(call, [memberId = '', how], { mail }) {
    checkMayModerate(call);
    const { guild, by, t } = call;
    const isDone = await mail.setBlocked(guild.id, memberId, how === 'on' ? by.id : null);
    if (!isDone) throw new UserError(t('modmail:reply.gone'));
    return { isOnPost: true };
  },
};
