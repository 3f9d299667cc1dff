import { channelSetting } from './channel.ts';
import { exemptSetting } from './exempt.ts';
import { messageLogSetting } from './message-log.ts';
import { languageSetting } from './language.ts';
import { modeSetting } from './mode.ts';
import { noticeSetting } from './notice.ts';
import { presetSetting } from './preset.ts';
import type { Setting } from './setting.ts';
import {
  ageRestrictedSetting,
  alertsSetting,
  botsSetting,
  escalationSetting,
  incidentsSetting,
  namesSetting,
  reportSetting,
  retentionSetting,
  timeoutSetting,
  timeZoneSetting,
  voiceSetting,
  webhooksSetting,
} from './single.ts';

/** Every setting by its key in custom ids, in display order. */
export const SETTINGS = {
  mode: modeSetting,
  channel: channelSetting,
  preset: presetSetting,
  language: languageSetting,
  notice: noticeSetting,
  exempt: exemptSetting,
  'age-restricted': ageRestrictedSetting,
  alerts: alertsSetting,
  timeout: timeoutSetting,
  escalation: escalationSetting,
  incidents: incidentsSetting,
  webhooks: webhooksSetting,
  bots: botsSetting,
  names: namesSetting,
  voice: voiceSetting,
  retention: retentionSetting,
  'time-zone': timeZoneSetting,
  report: reportSetting,
  'message-log': messageLogSetting,
} as const satisfies Record<string, Setting>;
export type SettingId = keyof typeof SETTINGS;

export function isSettingId(id: string): id is SettingId {
  return Object.hasOwn(SETTINGS, id);
}
