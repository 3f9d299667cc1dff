import {
  canManageServer,
  type CommandDeps,
  type Incident,
  type Pause,
  type Reply,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { MemberCall } from './end.ts';

const PAUSE_MS = 60 * 60_000;

/** Pauses invites or direct messages of the server for an hour, or resumes them. */
export async function pauseOrResume(
  { guild, by, t, show, interaction }: MemberCall,
  { number, kind, what }: Pick<Incident, 'number'> & { kind: 'pause' | 'resume'; what: Pause },
  { serverPauses, incidentControl, clock }: CommandDeps,
): Promise<Reply> {
  const permission = canManageServer(guild, interaction.member);
  if (permission.kind === 'denied') throw new UserError(show(permission.reason));
  const at = clock.now();
  const untilMs = kind === 'pause' ? at + PAUSE_MS : null;
  const result = await serverPauses.set(guild.id, what, untilMs);
  if ('status' in result) throw new UserError(t('availability:discord.noAnswer'));
  if (result.kind === 'refused') {
    throw new UserError(`${show(result.reason)} ${show(result.fix)}`);
  }
  await incidentControl.paused({ guildId: guild.id, number }, { kind, what, by, at });
  return {
    content:
      untilMs === null
        ? t(`incident:reply.resumed.${what}`)
        : t(`incident:reply.paused.${what}`, { until: timestamp(untilMs, 't') }),
    isOnPost: true,
  };
}
