import type { APIMessage } from 'discord-api-types/v10';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';

/** The final reply. Progress messages have a cancel button. */
export async function finalResponse(interaction: Interaction): Promise<APIMessage> {
  const { original } = await interaction.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"cancel:'),
  );
  if (original === null) throw new Error('There is no reply.');
  return original;
}

export function textOf({ content, embeds }: APIMessage): string {
  const texts = embeds.flatMap(({ title, description, fields, footer }) => [
    title,
    description,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    footer?.text,
  ]);
  return [content, ...texts].filter((text) => text !== undefined && text !== '').join('\n');
}
