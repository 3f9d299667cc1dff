import {
  canManageServer,
  type CommandDeps,
  duration,
  type IncidentSettings,
  type Reply,
  type SlashCall,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { SettingCall } from '../settings/setting.ts';
import { changePolicy } from '../moderation/change.ts';
import { checkEffects } from '../moderation/may.ts';

export const HACKED_ACCOUNTS = ['off', 'alert', 'timeout', 'softban'] as const;

/** Changes the threshold of incidents. Without options, shows it. */
export async function changeSettings(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t, interaction } = call;
  const { options } = interaction;
  const entered = withoutNulls({
    enabled: options.getBoolean('enabled'),
    sameTextMembers: options.getInteger('members'),
    newMembers: options.getInteger('new-members'),
    windowSeconds: options.getInteger('seconds'),
    quietMinutes: options.getInteger('quiet-minutes'),
    timeOutNewMembers: options.getBoolean('timeout'),
    hackedAccounts:
      HACKED_ACCOUNTS.find((name) => name === options.getString('hacked-accounts')) ?? null,
    hackedChannels: options.getInteger('hacked-channels'),
  });
  if (Object.keys(entered).length === 0) {
    const { incidents } = await deps.policies.get(guild.id);
    return { content: incidentSettingsText(t, incidents) };
  }
  return changeIncidents(call, deps, entered);
}

export async function changeIncidents(
  call: SettingCall,
  deps: CommandDeps,
  entered: Partial<IncidentSettings>,
): Promise<Reply> {
  const { guild, interaction, show } = call;
  const permission = canManageServer(guild, interaction.member);
  if (permission.kind === 'denied') throw new UserError(show(permission.reason));
  if (entered.timeOutNewMembers === true) checkEffects(call, [{ kind: 'timeout' }]);
  const { hackedAccounts } = entered;
  if (hackedAccounts === 'timeout' || hackedAccounts === 'softban') {
    checkEffects(call, [{ kind: 'delete' }, { kind: hackedAccounts }]);
  }
  return changePolicy(call, deps, (policy) => {
    const incidents = { ...policy.incidents, ...entered };
    return {
      policy: { ...policy, incidents },
      describe: (reader) => incidentSettingsText(reader, incidents),
    };
  });
}

export function incidentSettingsText(t: Translate, settings: IncidentSettings): string {
  const { hackedAccounts, hackedChannels: channels } = settings;
  return `${groupingText(t, settings)}\n${t(`incident:settings.hacked.${hackedAccounts}`, { channels })}`;
}

function groupingText(t: Translate, settings: IncidentSettings): string {
  if (!settings.enabled) return t('incident:settings.off');
  return t('incident:settings.on', {
    members: settings.sameTextMembers,
    newMembers: settings.newMembers,
    window: duration(t.language, settings.windowSeconds),
    quiet: duration(t.language, settings.quietMinutes * 60),
    timeouts: settings.timeOutNewMembers
      ? t('incident:settings.timeOut')
      : t('incident:settings.noTimeOut'),
  });
}

type WithoutNulls<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

function withoutNulls<T extends object>(values: T): WithoutNulls<T> {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  // `fromEntries` loses the type of each key.
  return Object.fromEntries(given) as WithoutNulls<T>;
}
