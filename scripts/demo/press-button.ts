import {
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIMessage,
} from 'discord-api-types/v10';
import type { Person } from '../../src/sandbox/person.ts';

export function buttonsIn({ components = [] }: APIMessage): APIButtonComponentWithCustomId[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((component) =>
          component.type === ComponentType.Button && 'custom_id' in component ? [component] : [],
        )
      : [],
  );
}

/** The labels of a message's buttons. */
export const labelsOf = (message: APIMessage): string[] =>
  buttonsIn(message).map(({ label = '' }) => label);

/**
 * Presses a button of an alert. If the alert has no room for it, presses “More…” and then the button there; returns the response
 * to “More…” if the button is not there, either.
 */
export async function pressButton(
  person: Person,
  alert: APIMessage,
  label: string,
): ReturnType<Person['click']> {
  const has = (message: APIMessage, wanted: string): boolean => labelsOf(message).includes(wanted);
  if (has(alert, label) || !has(alert, 'More…')) return person.click(alert, label);
  const more = await person.click(alert, 'More…');
  const details = await more.response();
  return has(details, label) ? person.click(details, label) : more;
}
