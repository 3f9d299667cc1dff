import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';

/** The custom id of the button that opens the guided set-up. */
export const OPEN_SETUP = 'setup-open';

/** For a message in the server. */
export function setupButton(t: Translate): APIActionRowComponent<APIButtonComponent> {
  return rowOf({
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: t('setup:welcome.button'),
    custom_id: OPEN_SETUP,
  });
}

/** For a direct message, where Discord names no server: it leads to the server. */
export function serverLink(
  t: Translate,
  guildId: string,
): APIActionRowComponent<APIButtonComponent> {
  return rowOf({
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    label: t('setup:welcome.link'),
    url: `https://discord.com/channels/${guildId}`,
  });
}

function rowOf(button: APIButtonComponent): APIActionRowComponent<APIButtonComponent> {
  return { type: ComponentType.ActionRow, components: [button] };
}
