import { Routes, type Guild } from 'discord.js';
import { fetchMember } from '../../../access/action-context.ts';
import { MAX_TIMEOUT_SECONDS } from '../../../domain/actions/kinds/timeout.ts';
import { duration } from '../../../rendering/format.ts';
import type { ActionDefinition, ActionOf, ReversalDefinition, ReversalOf } from '../action.ts';
import { blocked, checkMember, noop, PROCEED } from '../checks.ts';
import { detail, refusal, undoDetail } from '../refusals.ts';

/** Discord keeps times to the millisecond; a proxy may round them. */
const SAME_TIME_MS = 1000;

/** A minute below Discord's limit, in case our clock is ahead of Discord's. */
const LONGEST_SECONDS = MAX_TIMEOUT_SECONDS - 60;

/** `until` null: no timeout. */
async function setTimeoutOf(
  guild: Guild,
  userId: string,
  { until, reason }: { readonly until: string | null; readonly reason: string },
): Promise<void> {
  const body = { communication_disabled_until: until };
  await guild.client.rest.patch(Routes.guildMember(guild.id, userId), { body, reason });
}

export const timeout: ActionDefinition<ActionOf<'timeout'>> = {
  permission: 'ModerateMembers',
  needsAuthor: () => true,
  lengthSeconds: ({ seconds }, { timeoutSeconds }) =>
    Math.min(seconds ?? timeoutSeconds, LONGEST_SECONDS),
  preflight: (_action, context, endsAt) =>
    checkMember(context, {
      permission: 'ModerateMembers',
      whenGone: blocked(refusal('memberLeft')),
      more(author) {
        if ((author.timedOutUntil ?? 0) >= endsAt) return noop(detail('timedOutAlready'));
        return author.isAdministrator ? blocked(refusal('administrator')) : PROCEED;
      },
    }),
  async send({ guild, context, reason, endsAt }) {
    const until = new Date(endsAt).toISOString();
    await setTimeoutOf(guild, context.record.author.id, { until, reason });
    return undefined;
  },
  nothingLeft: new Map(),
  consequence(t, { action, outcome, policy }) {
    if (outcome?.status !== 'done') return null;
    const seconds = action.seconds ?? policy.timeoutSeconds;
    return t('effects:consequence.timeout', { duration: duration(t.language, seconds) });
  },
};

export const liftTimeout: ReversalDefinition<ReversalOf<'liftTimeout'>> = {
  counterpart: () => ({ kind: 'timeout' }),
  async check({ guild, reversal, record, now }) {
    const member = await fetchMember(guild, record.author.id, 'now');
    // A timeout outlasts leaving: it applies again if the member comes back in time.
    if (member === null) {
      const isOver = reversal.until <= now;
      return isOver ? noop(undoDetail('timeoutOver')) : blocked(refusal('notInServer'));
    }
    const until = member.communicationDisabledUntilTimestamp;
    if (until === null || until <= now) return noop(undoDetail('timeoutOver'));
    const isOurs = Math.abs(until - reversal.until) <= SAME_TIME_MS;
    return isOurs ? PROCEED : noop(undoDetail('otherTimeout'));
  },
  send: ({ guild, record, reason }) =>
    setTimeoutOf(guild, record.author.id, { until: null, reason }),
};
