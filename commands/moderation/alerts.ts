import { roleMention } from 'discord.js';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { checkMayPing } from '../shared/ping.ts';
import { changePolicy } from './change.ts';

/** How alerts look, and whom the most severe ones ping. */
export function setAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, guild, t } = call;
  const { options } = interaction;
  const spoiler = options.getBoolean('spoiler');
  const role = options.getRole('role');
  const isSilenced = options.getBoolean('ping') === false;
  if (spoiler === null && role === null && !isSilenced) {
    throw new UserError(t('moderation:reply.problem.nothingGiven'));
  }
  if (role?.id === guild.id) throw new UserError(t('moderation:reply.problem.everyone'));
  if (role !== null) checkMayPing(call, role);
  return changePolicy(call, deps, (policy) => {
    const { alerts } = policy;
    const roleId = isSilenced ? null : (role?.id ?? alerts.roleId);
    return {
      policy: { ...policy, alerts: { spoiler: spoiler ?? alerts.spoiler, roleId } },
      describe: (reader) =>
        [
          ...(spoiler === null
            ? []
            : [reader(`moderation:reply.changed.${spoiler ? 'spoilerOn' : 'spoilerOff'}`)]),
          ...(role === null && !isSilenced
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
