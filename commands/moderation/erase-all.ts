import { ButtonStyle, ComponentType, TextInputStyle } from 'discord.js';
import type { Call, CommandDeps, Component, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

const ID = 'erase-all';
const NAME_INPUT = 'name';
const NAME_LENGTH = 100;

/** Explains the erasure, with a button to continue. */
export async function confirmEraseAll(call: SlashCall): Promise<Reply> {
  checkOwner(call);
  const { t } = call;
  return {
    content: `${t('moderation:reply.eraseAll.confirm')}\n${t('moderation:reply.eraseAll.stays')}`,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Danger,
            label: t('moderation:reply.eraseAll.button'),
            custom_id: ID,
          },
        ],
      },
    ],
  };
}

/** The button, and the form in which the owner types the server's name. */
export const eraseAllForm: Component<CommandDeps> = {
  id: ID,
  answer: {
    kind: 'modal',
    submitted: 'update',
    modal: ({ t, guild }) => ({
      custom_id: ID,
      title: t('moderation:reply.eraseAll.title'),
      components: [
        {
          type: ComponentType.Label,
          label: t('moderation:reply.eraseAll.label'),
          component: {
            type: ComponentType.TextInput,
            custom_id: NAME_INPUT,
            style: TextInputStyle.Short,
            placeholder: guild.name.slice(0, NAME_LENGTH),
            max_length: NAME_LENGTH,
          },
        },
      ],
    }),
  },
  async run(call, _args, { guildEraser, announce, logger }) {
    checkOwner(call);
    const { guild, interaction, by, t, mention } = call;
    const typed = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue(NAME_INPUT)
      : '';
    if (typed.trim() !== guild.name.trim()) {
      throw new UserError(t('moderation:reply.eraseAll.wrongName'));
    }
    const user = by.id;
    // Announced first, because the erasure also forgets the moderator channel.
    announce(guild.id, (server) => server('moderation:reply.eraseAll.announced', { user }));
    const isComplete = await guildEraser.erase(guild.id);
    logger.info({ guildId: guild.id, userId: by.id, isComplete }, 'data of a server erased');
    const content = isComplete
      ? t('moderation:reply.eraseAll.done', { command: mention('moderation status') })
      : t('moderation:reply.eraseAll.keywordsLeft', { command: mention('moderation erase-all') });
    return { content, components: [] };
  },
};

/** Throws a `UserError` unless the caller owns the server. */
function checkOwner({ guild, by, t }: Call<unknown>): void {
  if (guild.ownerId !== by.id) throw new UserError(t('moderation:reply.eraseAll.ownerOnly'));
}
