import { roleMention } from 'discord.js';
import type { CommandDeps, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { SettingCall } from '../settings/setting.ts';
import { checkMayPing } from '../shared/ping.ts';
import { changePolicy } from './change.ts';

/** Sets how alerts look, and the role that the most severe ones ping. */
export async function setAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { options } = call.interaction;
  const spoiler = options.getBoolean('spoiler');
  const role = options.getRole('role');
  const isSilenced = options.getBoolean('ping') === false;
  if (spoiler === null && role === null && !isSilenced) {
    throw new UserError(call.t('moderation:reply.problem.nothingGiven'));
  }
  return changeAlerts(call, deps, { spoiler, roleId: isSilenced ? null : role?.id });
}

/** `spoiler` null, `roleId` undefined: unchanged. `roleId` null: no ping. */
export async function changeAlerts(
  call: SettingCall,
  deps: CommandDeps,
  {
    spoiler,
    roleId: chosenId,
  }: { readonly spoiler: boolean | null; readonly roleId: string | null | undefined },
): Promise<Reply> {
  const { guild, t } = call;
  const role =
    chosenId === null || chosenId === undefined ? null : (guild.roles.cache.get(chosenId) ?? null);
  if (role?.id === guild.id) throw new UserError(t('moderation:reply.problem.everyone'));
  if (role !== null) checkMayPing(call, role);
  return changePolicy(call, deps, (policy) => {
    const { alerts } = policy;
    const roleId = chosenId === undefined ? alerts.roleId : chosenId;
    return {
      policy: { ...policy, alerts: { spoiler: spoiler ?? alerts.spoiler, roleId } },
      describe: (reader) =>
        [
          ...(spoiler === null
            ? []
            : [reader(`moderation:reply.changed.${spoiler ? 'spoilerOn' : 'spoilerOff'}`)]),
          ...(chosenId === undefined
            ? []
            : [
                roleId === null
                  ? reader('moderation:reply.changed.alertRoleOff')
                  : reader('moderation:reply.changed.alertRole', { role: roleMention(roleId) }),
              ]),
        ].join(' '),
    };
  });
}
