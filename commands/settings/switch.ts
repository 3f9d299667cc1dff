import type { Translate } from '../../src/bot/command-kit.ts';
import type { SettingChoice } from './setting.ts';

const ON = 'on';

export function switchChoices(t: Translate, isOn: boolean): SettingChoice[] {
  return [
    { value: ON, label: t('settings:on'), isChosen: isOn },
    { value: 'off', label: t('settings:off'), isChosen: !isOn },
  ];
}

export function isSwitchedOn(value: string): boolean {
  return value === ON;
}
