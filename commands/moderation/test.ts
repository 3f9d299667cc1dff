import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse, spoiler } from '../../src/discord/sanitize.ts';
import type { CommandDeps } from '../deps.ts';
import { previewFields } from '../shared/preview.ts';

/** Shows how the service and the rules would treat a text. */
export async function testText(call: SlashCall, { preview }: CommandDeps): Promise<Reply> {
  const { guild, interaction, t } = call;
  const text = interaction.options.getString('text', true);
  const quote = defuse(text, 1_000);
  const result = await preview.text(guild.id, text);
  return {
    embeds: [
      {
        title: t('moderation:reply.test.title'),
        description: quote === '' ? t('check-message:reply.noText') : spoiler(quote),
        fields: previewFields(result, call),
        footer: { text: t('check-message:reply.footer') },
      },
    ],
  };
}
