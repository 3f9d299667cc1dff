import {
  ButtonStyle,
  ComponentType,
  SelectMenuDefaultValueType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  type APISelectMenuComponent,
} from 'discord.js';
import { MAX_SELECTED, type Control, type SettingView } from './setting.ts';
import { SETTINGS, type SettingId } from './index.ts';

/* Components that change a setting. Custom ids name the screen to return to, the setting and the control. */

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The screen that shows a setting. */
export type Screen = 'setup' | 'status';

export const CONTROL_ID = 'setting';
export const FORM_ID = 'setting-form';

export interface ControlRows {
  /** One row per select. */
  readonly selects: readonly Row[];
  readonly buttons: readonly APIButtonComponentWithCustomId[];
}

export function controlsOf(screen: Screen, id: SettingId, view: SettingView): ControlRows {
  const selects: Row[] = [];
  const buttons: APIButtonComponentWithCustomId[] = [];
  for (const [index, control] of SETTINGS[id].controls.entries()) {
    const customId = `${control.kind === 'form' ? FORM_ID : CONTROL_ID}:${screen}:${id}:${index}`;
    if (control.kind === 'form' || control.kind === 'button') {
      buttons.push({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: view.t(control.name),
        custom_id: customId,
      });
    } else {
      const select = selectOf(control, customId, view);
      selects.push({ type: ComponentType.ActionRow, components: [select] });
    }
  }
  return { selects, buttons };
}

function selectOf(
  control: Extract<Control, { kind: 'choice' | 'channels' | 'roles' }>,
  customId: string,
  view: SettingView,
): APISelectMenuComponent {
  const shared = { custom_id: customId, placeholder: view.t(control.name) };
  switch (control.kind) {
    case 'choice':
      return {
        type: ComponentType.StringSelect,
        ...shared,
        options: control.choices(view).map(({ isChosen, ...option }) => ({
          ...option,
          default: isChosen,
        })),
      };
    case 'channels':
      return {
        type: ComponentType.ChannelSelect,
        ...shared,
        channel_types: [...control.types],
        min_values: 0,
        max_values: control.max,
        default_values: shownIds(control.chosen(view.policy), view.guild.channels.cache).map(
          (id) => ({ id, type: SelectMenuDefaultValueType.Channel }),
        ),
      };
    case 'roles':
      return {
        type: ComponentType.RoleSelect,
        ...shared,
        min_values: 0,
        max_values: control.max,
        default_values: shownIds(control.chosen(view.policy), view.guild.roles.cache).map((id) => ({
          id,
          type: SelectMenuDefaultValueType.Role,
        })),
      };
  }
}

/** Discord rejects defaults that do not exist. */
function shownIds(ids: readonly string[], existing: { has(id: string): boolean }): string[] {
  return ids.slice(0, MAX_SELECTED).filter((id) => existing.has(id));
}
