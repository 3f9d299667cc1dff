import { DateTime } from 'luxon';
import {
  type AppMode,
  appModeSchema,
  type Choice,
  type CommandDeps,
  duration,
  MAX_TIMEOUT_SECONDS,
  type NameMode,
  nameModeSchema,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { readDuration } from '../shared/duration-input.ts';
import { checkEffects } from './may.ts';
import { changeChannel } from '../settings/channel.ts';
import { changeLanguage } from '../settings/language.ts';
import { changeMode, modeOf } from '../settings/mode.ts';
import { changeNotice } from '../settings/notice.ts';
import type { SettingCall } from '../settings/setting.ts';
import { changePolicy } from './change.ts';

/* Settings with a single value. */

export function setMode(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeMode(call, deps, modeOf(call.interaction.options.getString('mode', true)));
}

export function setChannel(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const channelId = call.interaction.options.getChannel('channel')?.id ?? null;
  return changeChannel(call, deps, channelId);
}

export async function setNotice(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const enabled = call.interaction.options.getBoolean('enabled');
  const text = call.interaction.options.getString('text');
  if (enabled === null && text === null) {
    throw new UserError(call.t('moderation:reply.problem.nothingGiven'));
  }
  return changeNotice(call, deps, { enabled, text });
}

export function setTimeoutLength(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeTimeout(call, deps, call.interaction.options.getString('length', true));
}

export async function changeTimeout(
  call: SettingCall,
  deps: CommandDeps,
  length: string,
): Promise<Reply> {
  const seconds = readDuration(length, call.t);
  if (seconds > MAX_TIMEOUT_SECONDS) {
    throw new UserError(call.t('moderation:reply.problem.timeoutTooLong'));
  }
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, timeoutSeconds: seconds },
    describe: (reader) =>
      reader('moderation:reply.changed.timeout', { duration: duration(reader.language, seconds) }),
  }));
}

export function setRetention(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const days = call.interaction.options.getInteger('days');
  const caseDays = call.interaction.options.getInteger('cases');
  return changeRetention(call, deps, { days, caseDays });
}

/** Null: unchanged. */
export async function changeRetention(
  call: SettingCall,
  deps: CommandDeps,
  { days, caseDays }: { readonly days: number | null; readonly caseDays: number | null },
): Promise<Reply> {
  if (days === null && caseDays === null) {
    throw new UserError(call.t('moderation:reply.problem.nothingGiven'));
  }
  return changePolicy(call, deps, (policy) => ({
    policy: {
      ...policy,
      evidenceDays: days ?? policy.evidenceDays,
      caseDays: caseDays ?? policy.caseDays,
    },
    describe: (reader) =>
      [
        ...(days === null ? [] : [reader('moderation:reply.changed.retention', { count: days })]),
        ...(caseDays === null
          ? []
          : [reader('moderation:reply.changed.caseRetention', { count: caseDays })]),
      ].join(' '),
  }));
}

export function setTimeZone(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeTimeZone(call, deps, call.interaction.options.getString('zone', true));
}

export async function changeTimeZone(
  call: SettingCall,
  deps: CommandDeps,
  entered: string,
): Promise<Reply> {
  const zone = zoneOf(entered);
  if (zone === null) throw new UserError(call.t('moderation:reply.problem.unknownZone'));
  const time = DateTime.fromMillis(deps.clock.now(), { zone }).toFormat('HH:mm');
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, timeZone: zone },
    describe: (reader) => reader('moderation:reply.changed.timeZone', { zone, time }),
  }));
}

export function setApps(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { options } = call.interaction;
  const author = options.getString('author', true) === 'bots' ? 'bots' : 'webhooks';
  return changeApps(call, deps, author, appModeSchema.parse(options.getString('mode', true)));
}

export function changeApps(
  call: SettingCall,
  deps: CommandDeps,
  author: 'bots' | 'webhooks',
  mode: AppMode,
): Promise<Reply> {
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, apps: { ...policy.apps, [author]: mode } },
    describe: (reader) =>
      reader(`moderation:reply.changed.${author}`, {
        mode: reader(`moderation:appMode.${mode}`),
      }),
  }));
}

export function setVoice(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeVoice(call, deps, call.interaction.options.getBoolean('enabled', true));
}

export function changeVoice(call: SettingCall, deps: CommandDeps, voice: boolean): Promise<Reply> {
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, voice },
    describe: (reader) =>
      reader(voice ? 'moderation:reply.changed.voiceOn' : 'moderation:reply.changed.voiceOff'),
  }));
}

export function setReport(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeReport(call, deps, call.interaction.options.getBoolean('enabled', true));
}

export function changeReport(
  call: SettingCall,
  deps: CommandDeps,
  enabled: boolean,
): Promise<Reply> {
  const nowMs = deps.clock.now();
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, weeklyReportSince: enabled ? (policy.weeklyReportSince ?? nowMs) : null },
    describe: (reader) =>
      reader(enabled ? 'moderation:reply.changed.reportOn' : 'moderation:reply.changed.reportOff'),
  }));
}

export function setNames(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const mode = call.interaction.options.getString('mode', true);
  return changeNames(call, deps, nameModeSchema.parse(mode));
}

export function changeNames(call: SettingCall, deps: CommandDeps, names: NameMode): Promise<Reply> {
  if (names === 'reset') checkEffects(call, [{ kind: 'resetName' }]);
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, names },
    describe: (reader) =>
      reader('moderation:reply.changed.names', { mode: reader(`moderation:nameMode.${names}`) }),
  }));
}

export function setLanguage(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeLanguage(call, deps, call.interaction.options.getString('language', true));
}

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Finds a zone by name, ignoring case; null: none. */
function zoneOf(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  return ZONES.find((zone) => zone.toLowerCase() === wanted) ?? null;
}

/** Suggests zones whose name contains the typed text, with their current time. */
export function suggestZones(typed: string, nowMs: number): Choice[] {
  const wanted = typed.trim().toLowerCase().replaceAll(' ', '_');
  return ZONES.filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 25)
    .map((zone) => {
      const now = DateTime.fromMillis(nowMs, { zone }).toFormat('HH:mm');
      return { name: `${zone} (${now})`, value: zone };
    });
}
