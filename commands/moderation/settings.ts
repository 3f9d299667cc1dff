import { DateTime } from 'luxon';
import { channelTrouble } from '../../src/discord/interactions/channel-check.ts';
import type { Choice, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { duration } from '../../src/discord/texts.ts';
import { UserError } from '../../src/lib/errors.ts';
import { MAX_TIMEOUT_SECONDS } from '../../src/moderation/effects.ts';
import { modeSchema } from '../../src/moderation/policy.ts';
import type { CommandDeps } from '../deps.ts';
import { readDuration } from '../shared/duration-input.ts';
import { changed, options, problems, status } from '../texts/moderation.ts';
import { changePolicy } from './change.ts';

/* The settings that are one value each. */

export function setMode(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const mode = modeSchema.parse(call.interaction.options.getString(options.mode.name.en, true));
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, mode },
    said: changed.mode(mode),
  }));
}

export async function setChannel(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const channel = call.interaction.options.getChannel(options.channel.name.en);
  const trouble = channel === null ? null : channelTrouble(call.guild, channel.id);
  if (trouble !== null) throw new UserError(`${trouble.reason} ${trouble.mend}`);
  const named = channel === null ? status.configured(deps.moderatorChannel) : `<#${channel.id}>`;
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, moderatorChannelId: channel?.id ?? null },
    said: changed.channel(named),
  }));
}

export async function setNotice(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const enabled = call.interaction.options.getBoolean(options.enabled.name.en);
  const text = call.interaction.options.getString(options.noticeText.name.en);
  if (enabled === null && text === null) throw new UserError(problems.nothingGiven);
  return changePolicy(call, deps, (policy) => {
    const said = [
      ...(enabled === null ? [] : [enabled ? changed.noticeOn : changed.noticeOff]),
      ...(text === null ? [] : [changed.noticeText]),
      ...(enabled === null && !policy.notice.enabled ? [changed.noticeStillOff] : []),
    ];
    return {
      policy: {
        ...policy,
        notice: { enabled: enabled ?? policy.notice.enabled, text: text ?? policy.notice.text },
      },
      said: said.join(' '),
    };
  });
}

export async function setTimeoutLength(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const seconds = readDuration(call.interaction.options.getString(options.length.name.en, true));
  if (seconds > MAX_TIMEOUT_SECONDS) throw new UserError(problems.tooLong);
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, timeoutSeconds: seconds },
    said: changed.timeout(duration(seconds)),
  }));
}

export function setRetention(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const days = call.interaction.options.getInteger(options.days.name.en, true);
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, evidenceDays: days },
    said: changed.retention(days),
  }));
}

export async function setTimeZone(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const zone = zoneOf(call.interaction.options.getString(options.zone.name.en, true));
  if (zone === null) throw new UserError(problems.unknownZone);
  const now = DateTime.fromMillis(deps.clock.now(), { zone }).toFormat('HH:mm');
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, timeZone: zone },
    said: changed.timeZone(zone, now),
  }));
}

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** A zone by its name, however it is written; null where there is none. */
function zoneOf(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  return ZONES.find((zone) => zone.toLowerCase() === wanted) ?? null;
}

/** Zones whose name has what is typed, the time there beside it. */
export function suggestZones(typed: string, nowMs: number): Choice[] {
  const wanted = typed.trim().toLowerCase().replaceAll(' ', '_');
  return ZONES.filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 25)
    .map((zone) => {
      const now = DateTime.fromMillis(nowMs, { zone }).toFormat('HH:mm');
      return { name: `${zone} (${now})`, value: zone };
    });
}
