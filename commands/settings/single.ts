import { roleMention, TextInputStyle } from 'discord.js';
import {
  appModeSchema,
  duration,
  type MessageKey,
  nameModeSchema,
  type Policy,
  presetNameSchema,
} from '../../src/bot/command-kit.ts';
import { changeIncidents, incidentSettingsText } from '../incident/settings.ts';
import { changeAlerts } from '../moderation/alerts.ts';
import { changeEscalation } from '../moderation/escalation.ts';
import {
  changeApps,
  changeNames,
  changeReport,
  changeRetention,
  changeTimeout,
  changeTimeZone,
  changeVoice,
} from '../moderation/settings.ts';
import { changeAgeRestrictedPreset } from '../rules/presets.ts';
import { isSwitchedOn, switchChoices } from './switch.ts';
import type { Control, FormInput, Setting } from './setting.ts';

/* Simple settings: a choice, a switch, or a form. */

/** One of a few values, each with a text. */
function choosing(
  name: MessageKey,
  {
    values,
    label,
    of,
    change,
  }: {
    readonly values: readonly string[];
    readonly label: (value: string) => MessageKey;
    readonly of: (policy: Policy) => string;
    readonly change: Extract<Control, { kind: 'choice' }>['change'];
  },
): Pick<Setting, 'name' | 'value' | 'controls'> {
  return {
    name,
    value: ({ policy, t }) => t(label(of(policy))),
    controls: [
      {
        kind: 'choice',
        name,
        choices: ({ policy, t }) =>
          values.map((value) => ({
            value,
            label: t(label(value)),
            isChosen: value === of(policy),
          })),
        change,
      },
    ],
  };
}

const input = (id: string, label: MessageKey): FormInput => ({
  id,
  label,
  style: TextInputStyle.Short,
  maxLength: 100,
  isRequired: false,
});

const days = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);

const appLabel = (mode: string): MessageKey => `moderation:appMode.${appModeSchema.parse(mode)}`;

export const webhooksSetting: Setting = {
  explanation: 'moderation:subcommands.apps.description',
  ...choosing('moderation:reply.status.webhooks', {
    values: appModeSchema.options,
    label: appLabel,
    of: ({ apps }) => apps.webhooks,
    change: (call, deps, mode) => changeApps(call, deps, 'webhooks', appModeSchema.parse(mode)),
  }),
};

export const botsSetting: Setting = {
  explanation: 'moderation:subcommands.apps.description',
  ...choosing('moderation:reply.status.bots', {
    values: appModeSchema.options,
    label: appLabel,
    of: ({ apps }) => apps.bots,
    change: (call, deps, mode) => changeApps(call, deps, 'bots', appModeSchema.parse(mode)),
  }),
};

export const namesSetting: Setting = {
  explanation: 'moderation:subcommands.names.description',
  ...choosing('moderation:reply.status.names', {
    values: nameModeSchema.options,
    label: (mode) => `moderation:nameMode.${nameModeSchema.parse(mode)}`,
    of: ({ names }) => names,
    change: (call, deps, mode) => changeNames(call, deps, nameModeSchema.parse(mode)),
  }),
};

export const ageRestrictedSetting: Setting = {
  explanation: 'rules:groups.preset.subcommands.age-restricted.description',
  ...choosing('settings:ageRestricted', {
    values: presetNameSchema.options,
    label: (preset) => `rules:presetChoice.${presetNameSchema.parse(preset)}`,
    of: ({ ageRestrictedPreset }) => ageRestrictedPreset,
    change: (call, deps, preset) =>
      changeAgeRestrictedPreset(call, deps, presetNameSchema.parse(preset)),
  }),
};

function switching(
  name: MessageKey,
  isOn: (policy: Policy) => boolean,
  change: Extract<Control, { kind: 'choice' }>['change'],
): Control {
  return {
    kind: 'choice',
    name,
    choices: ({ policy, t }) => switchChoices(t, isOn(policy)),
    change,
  };
}

export const voiceSetting: Setting = {
  name: 'moderation:reply.status.voice',
  explanation: 'moderation:subcommands.voice.description',
  value: ({ policy, t }) =>
    t(policy.voice ? 'moderation:reply.status.voiceOn' : 'moderation:reply.status.voiceOff'),
  controls: [
    switching(
      'moderation:reply.status.voice',
      ({ voice }) => voice,
      (call, deps, value) => changeVoice(call, deps, isSwitchedOn(value)),
    ),
  ],
};

export const reportSetting: Setting = {
  name: 'moderation:reply.status.report',
  explanation: 'moderation:subcommands.report.description',
  value: ({ policy, t }) =>
    t(
      policy.weeklyReportSince === null
        ? 'moderation:reply.status.reportOff'
        : 'moderation:reply.status.reportOn',
    ),
  controls: [
    switching(
      'moderation:reply.status.report',
      ({ weeklyReportSince }) => weeklyReportSince !== null,
      (call, deps, value) => changeReport(call, deps, isSwitchedOn(value)),
    ),
  ],
};

export const escalationSetting: Setting = {
  name: 'moderation:reply.status.escalation',
  explanation: 'moderation:subcommands.escalation.description',
  value: ({ policy, t }) => t(policy.escalation.enabled ? 'settings:on' : 'settings:off'),
  controls: [
    switching(
      'moderation:reply.status.escalation',
      ({ escalation }) => escalation.enabled,
      (call, deps, value) =>
        changeEscalation(call, deps, { enabled: isSwitchedOn(value), days: null }),
    ),
  ],
};

export const incidentsSetting: Setting = {
  name: 'incident:settings.title',
  explanation: 'incident:subcommands.settings.description',
  value: ({ policy, t }) => incidentSettingsText(t, policy.incidents),
  controls: [
    switching(
      'incident:settings.title',
      ({ incidents }) => incidents.enabled,
      (call, deps, value) => changeIncidents(call, deps, { enabled: isSwitchedOn(value) }),
    ),
  ],
};

/** The choice to hide texts behind spoilers. */
const HIDDEN = 'hidden';

export const alertsSetting: Setting = {
  name: 'moderation:reply.status.alerts',
  explanation: 'moderation:subcommands.alerts.description',
  value({ policy, t }) {
    const { spoiler, roleId } = policy.alerts;
    const texts = t(`moderation:reply.status.${spoiler ? 'textsHidden' : 'textsShown'}`);
    return roleId === null
      ? t('moderation:reply.status.alertsSilent', { texts })
      : t('moderation:reply.status.alertsPinging', { texts, role: roleMention(roleId) });
  },
  controls: [
    {
      kind: 'choice',
      name: 'moderation:reply.status.alerts',
      choices: ({ policy: { alerts }, t }) => [
        {
          value: HIDDEN,
          label: t('moderation:reply.status.textsHidden'),
          isChosen: alerts.spoiler,
        },
        {
          value: 'shown',
          label: t('moderation:reply.status.textsShown'),
          isChosen: !alerts.spoiler,
        },
      ],
      change: (call, deps, value) =>
        changeAlerts(call, deps, { spoiler: value === HIDDEN, roleId: undefined }),
    },
    {
      kind: 'roles',
      name: 'settings:alertRole',
      max: 1,
      chosen: ({ alerts }) => (alerts.roleId === null ? [] : [alerts.roleId]),
      change: (call, deps, [roleId = null]) => changeAlerts(call, deps, { spoiler: null, roleId }),
    },
  ],
};

export const timeoutSetting: Setting = {
  name: 'moderation:reply.status.timeout',
  explanation: 'moderation:subcommands.timeout.description',
  value: ({ policy, t }) => duration(t.language, policy.timeoutSeconds),
  controls: [
    {
      kind: 'form',
      name: 'settings:change',
      inputs: [{ ...input('length', 'moderation:reply.status.timeout'), isRequired: true }],
      change: (call, deps, { length = '' }) => changeTimeout(call, deps, length),
    },
  ],
};

export const retentionSetting: Setting = {
  name: 'moderation:reply.status.retention',
  explanation: 'moderation:subcommands.retention.description',
  value: ({ policy, caseDays, t }) =>
    [policy.evidenceDays, policy.caseDays ?? caseDays]
      .map((count) => duration(t.language, count * 86_400))
      .join(' · '),
  controls: [
    {
      kind: 'form',
      name: 'settings:change',
      inputs: [input('texts', 'settings:textDays'), input('cases', 'settings:caseDays')],
      change: (call, deps, { texts, cases }) =>
        changeRetention(call, deps, { days: days(texts), caseDays: days(cases) }),
    },
  ],
};

export const timeZoneSetting: Setting = {
  name: 'moderation:reply.status.timeZone',
  explanation: 'moderation:subcommands.timezone.description',
  value: ({ policy }) => policy.timeZone,
  controls: [
    {
      kind: 'form',
      name: 'settings:change',
      inputs: [{ ...input('zone', 'settings:zone'), isRequired: true }],
      change: (call, deps, { zone = '' }) => changeTimeZone(call, deps, zone),
    },
  ],
};
