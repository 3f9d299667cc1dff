import type { APIMessage } from 'discord-api-types/v10';
import type { Interaction } from '../../src/sandbox/person-interactions.ts';

/** The answer that stands at the end; what shows how far it is has a button to cancel. */
export async function settled(asked: Interaction): Promise<APIMessage> {
  const { original } = await asked.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"cancel:'),
  );
  if (original === null) throw new Error('there is no answer to be seen');
  return original;
}

/** All that can be read in an answer. */
export function textOf({ content, embeds }: APIMessage): string {
  const texts = embeds.flatMap(({ title, description, fields, footer }) => [
    title,
    description,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    footer?.text,
  ]);
  return [content, ...texts].filter((text) => text !== undefined && text !== '').join('\n');
}
