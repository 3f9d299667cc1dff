import { ComponentType } from 'discord.js';
import type { CommandDeps, Component, ComponentCall, Reply } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { statusScreen } from '../moderation/status.ts';
import { setupScreen } from '../setup/screen.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { CONTROL_ID, FORM_ID, type Screen } from './controls.ts';
import { isSettingId, SETTINGS, type SettingId } from './index.ts';
import type { Control } from './setting.ts';

/* Selects, buttons and forms of settings. They reply with their screen and the new value. */

/** A screen with a setting, below the result of the latest change. */
type ShowSetting = (
  call: ComponentCall,
  deps: CommandDeps,
  shown: { readonly id: SettingId; readonly notice: string },
) => Promise<Reply>;

const SCREENS: Record<Screen, ShowSetting> = { setup: setupScreen, status: statusScreen };

export const settingControl: Component<CommandDeps> = {
  id: CONTROL_ID,
  answer: { kind: 'update' },
  run: change,
};

export const settingForm: Component<CommandDeps> = {
  id: FORM_ID,
  answer: {
    kind: 'modal',
    submitted: 'update',
    modal(call, args) {
      const { control } = targetOf(call, args);
      if (control.kind !== 'form') throw gone(call);
      const { t } = call;
      return {
        custom_id: [FORM_ID, ...args].join(':'),
        title: t(control.name),
        components: control.inputs.map(({ id, label, style, maxLength, isRequired }) => ({
          type: ComponentType.Label,
          label: t(label),
          component: {
            type: ComponentType.TextInput,
            custom_id: id,
            style,
            max_length: maxLength,
            required: isRequired,
          },
        })),
      };
    },
  },
  run: change,
};

async function change(
  call: ComponentCall,
  args: readonly string[],
  deps: CommandDeps,
): Promise<Reply> {
  checkMayConfigure(call);
  const { screen, id, control } = targetOf(call, args);
  const show = async (result: Reply, shownTo: ComponentCall): Promise<Reply> =>
    SCREENS[screen](shownTo, deps, { id, notice: result.content ?? '' });
  const { questions } = deps;
  // A question replaces the screen until it is answered.
  let isAsking = false;
  const result = await changeBy(control, call, {
    ...deps,
    questions: {
      ...questions,
      ask(asked, question) {
        isAsking = true;
        return questions.ask(asked, { ...question, after: show });
      },
    },
  });
  return isAsking ? result : show(result, call);
}

function changeBy(control: Control, call: ComponentCall, deps: CommandDeps): Promise<Reply> {
  const { interaction } = call;
  const values = interaction.isAnySelectMenu() ? interaction.values : [];
  switch (control.kind) {
    case 'choice': {
      const [value] = values;
      if (value === undefined) throw gone(call);
      return control.change(call, deps, value);
    }
    case 'channels':
    case 'roles':
      return control.change(call, deps, values);
    case 'form': {
      if (!interaction.isModalSubmit()) throw gone(call);
      const entered = control.inputs.map(({ id }) => [
        id,
        interaction.fields.getTextInputValue(id).trim(),
      ]);
      return control.change(call, deps, Object.fromEntries(entered));
    }
    case 'button':
      return control.change(call, deps, null);
  }
}

interface Target {
  readonly screen: Screen;
  readonly id: SettingId;
  readonly control: Control;
}

/** Custom ids can be made up. */
function targetOf(
  call: ComponentCall,
  [screen = '', id = '', index = '']: readonly string[],
): Target {
  if ((screen !== 'setup' && screen !== 'status') || !isSettingId(id)) throw gone(call);
  const control: Control | undefined = SETTINGS[id].controls[Number(index)];
  if (control === undefined) throw gone(call);
  return { screen, id, control };
}

function gone({ t }: Pick<ComponentCall, 't'>): UserError {
  return new UserError(t('interactions:unknownComponent'));
}
