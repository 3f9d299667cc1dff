import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { InteractionEvent } from '../../src/bot/interactions/interaction-event.ts';
import type { Person } from '../../src/sandbox/person.ts';
import type { Scene } from './scene.ts';

/** A bug of ours, or too slow. */
export const isFailed = ({ outcome }: InteractionEvent): boolean =>
  outcome === 'failed' || outcome === 'not acknowledged';

/**
 * Presses buttons with these custom ids, each on a post of its own, because some answers replace the post. Resolves to the
 * answers as JSON, without the forms.
 */
export async function pressMade(
  on: Scene,
  person: Person,
  { customIds, channelId }: { readonly customIds: readonly string[]; readonly channelId: string },
): Promise<string[]> {
  const answers: string[] = [];
  for (const customId of customIds) {
    const button = {
      type: ComponentType.Button as const,
      style: ButtonStyle.Primary as const,
      label: 'Made up',
      custom_id: customId,
    };
    const post = on.sandbox.world.messages.create(channelId, {
      authorId: on.sandbox.botId,
      content: 'a button',
      components: [{ type: ComponentType.ActionRow, components: [button] }],
    });
    const pressed = await person.click(post, customId);
    if (pressed.modal === null) answers.push(JSON.stringify(await pressed.response()));
  }
  return answers;
}
