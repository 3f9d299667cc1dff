import { ComponentType, type APIMessage } from 'discord-api-types/v10';
import type { Person } from '../../../src/sandbox/person.ts';
import type { Scene } from '../scene.ts';

/** The current alert about a message. */
export function alertAbout(on: Scene, messageId: string): APIMessage {
  const posts = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()];
  const alert = posts.find((post) => on.isAlertAbout(messageId, post));
  if (alert === undefined) throw new Error('There is no alert about it.');
  return alert;
}

/** The labels of the enabled buttons. */
export function buttonsOf({ components = [] }: APIMessage): string[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((component) =>
          component.type === ComponentType.Button &&
          'label' in component &&
          component.disabled !== true
            ? [component.label ?? '']
            : [],
        )
      : [],
  );
}

/** The text of an alert. */
export function textOf({ embeds }: APIMessage): string {
  return embeds[0]?.description ?? '';
}

/** Presses a button; resolves to the private reply. */
export async function press(person: Person, alert: APIMessage, label: string): Promise<string> {
  const pressed = await person.click(alert, label);
  return (await pressed.response()).content;
}
