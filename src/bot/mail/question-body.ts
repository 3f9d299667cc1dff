import { ButtonStyle, ComponentType, type RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Translate } from '../locales/translate.ts';
import { MAIL_SEND_ID, rowOf } from '../posts/mail/mail-buttons.ts';
import { visible } from '../rendering/sanitize.ts';
import type { NamedServer } from './mail-servers.ts';

/** Discord's limits. */
const MAX_CHOICES = 25;
const LABEL_LENGTH = 80;

/** Asks whether, and to which server's moderators, a direct message goes. */
export function questionBody(
  t: Translate,
  messageId: string,
  servers: readonly NamedServer[],
): RESTPostAPIChannelMessageJSONBody {
  const [first] = servers;
  if (first !== undefined && servers.length === 1) {
    return {
      content: t('modmail:direct.one', { server: visible(first.name, 100) }),
      components: [
        rowOf({
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: t('modmail:direct.send', { server: visible(first.name, 40) }).slice(
            0,
            LABEL_LENGTH,
          ),
          custom_id: `${MAIL_SEND_ID}:${messageId}:${first.guildId}`,
        }),
      ],
    };
  }
  return {
    content: t('modmail:direct.several'),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: `${MAIL_SEND_ID}:${messageId}`,
            placeholder: t('modmail:direct.choose'),
            options: servers.slice(0, MAX_CHOICES).map(({ guildId, name }) => ({
              label: visible(name, 100) || guildId,
              value: guildId,
            })),
          },
        ],
      },
    ],
  };
}
