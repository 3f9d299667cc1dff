import type { APIMessage } from 'discord-api-types/v10';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';

/** The final answer. Progress messages have a cancel button. */
export async function settled(interaction: Interaction): Promise<APIMessage> {
  const { original } = await interaction.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"cancel:'),
  );
  if (original === null) throw new Error('There is no answer.');
  return original;
}

/** The content of an attached file. */
export async function download(message: APIMessage, name: string): Promise<Buffer> {
  const file = message.attachments.find(({ filename }) => filename === name);
  if (file === undefined) throw new Error(`There is no ${name}.`);
  return Buffer.from(await (await fetch(file.url)).arrayBuffer());
}
