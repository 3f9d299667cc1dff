import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse, spoiler } from '../../src/discord/text.ts';
import type { CommandDeps } from '../deps.ts';
import { examinationFields } from '../shared/examination.ts';
import { noText } from '../texts/check-message.ts';
import { options, test as texts } from '../texts/moderation.ts';

/** A text in, the verdict and what would be done out. */
export async function testText(
  { guild, interaction }: SlashCall,
  { examiner }: CommandDeps,
): Promise<Reply> {
  const text = interaction.options.getString(options.testText.name.en, true);
  const quote = defuse(text, 1_000);
  const examination = await examiner.text(guild.id, text);
  return {
    embeds: [
      {
        title: texts.title,
        description: quote === '' ? noText : spoiler(quote),
        fields: examinationFields(examination),
        footer: { text: texts.counted },
      },
    ],
  };
}
