import type { GuildMember } from 'discord.js';
import { canAct, canDecide, fetchMembers } from '../../src/discord/actions/authority.ts';
import type { Message } from '../../src/locales/message.ts';
import { activeEffectsOf } from '../../src/moderation/actions/moderator-actions.ts';
import type { Case } from '../../src/moderation/case.ts';
import type { BulkAction, BulkKind, Incident } from '../../src/moderation/incidents/incident.ts';
import type { CommandDeps } from '../deps.ts';
import { actsOf } from '../case/moderator-action.ts';
import type { MemberCall } from './end.ts';

/** What a moderator can act on. */
export interface Targets {
  /** One case a member, unless it is an undo. */
  readonly cases: readonly number[];
  /** Members whom they cannot act on. */
  readonly skipped: BulkAction['skipped'];
}

const PAGE_SIZE = 200;

/** Checks each member like a button of the case does: the moderator's permissions and rank. Throws if Discord must be asked and does not answer. */
export async function targetsOf(
  call: Pick<MemberCall, 'guild' | 'interaction' | 'signal'>,
  { kind, number }: { kind: BulkKind; number: Incident['number'] },
  { incidents, clock }: Pick<CommandDeps, 'incidents' | 'clock'>,
): Promise<Targets> {
  const { guild, signal } = call;
  const records = new Map<string, Case[]>();
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const page = await incidents.casesOf(guild.id, number, { after, limit: PAGE_SIZE });
    for (const record of page) {
      after = record.number;
      if (record.author.kind !== 'person') continue;
      records.set(record.author.id, [...(records.get(record.author.id) ?? []), record]);
    }
    if (page.length < PAGE_SIZE) break;
  }
  const members = await fetchMembers(guild, [...records.keys()]);
  const cases: number[] = [];
  const skipped: BulkAction['skipped'] = [];
  for (const [memberId, own] of records) {
    const wanted = casesFor(kind, own, clock.now());
    const target = members.get(memberId) ?? null;
    let reason: Message | null = null;
    for (const record of wanted) reason ??= await denialOf(call, { kind, record, target });
    if (reason === null) cases.push(...wanted.map((record) => record.number));
    else skipped.push({ memberId, reason });
  }
  return { cases, skipped };
}

/** The cases of one member that the action is about. */
function casesFor(kind: BulkKind, records: readonly Case[], now: number): readonly Case[] {
  const active = records.map(activeEffectsOf);
  if (kind === 'undo') return records.filter((_, index) => active[index]?.reversals.length !== 0);
  const isBanned = active.some((effects) => effects.isBanned);
  const isTimedOut = active.some(({ timeoutUntil }) => (timeoutUntil ?? 0) > now);
  return isBanned || (kind === 'timeout' && isTimedOut) ? [] : records.slice(0, 1);
}

/** Why the moderator cannot act on a member; null: they can. */
async function denialOf(
  { guild, interaction }: Pick<MemberCall, 'guild' | 'interaction'>,
  { kind, record, target }: { kind: BulkKind; record: Case; target: GuildMember | null },
): Promise<Message | null> {
  const by = interaction.member;
  const { channelId, messageId, author } = record;
  for (const act of actsOf(kind, activeEffectsOf(record).reversals)) {
    const request = { guild, by, targetId: author.id, channelId, messageId, target };
    const authority = await canAct({ ...request, ...act });
    if (authority.kind === 'denied') return authority.reason;
  }
  const decision = await canDecide(guild, by, author.id, target);
  return decision.kind === 'denied' ? decision.reason : null;
}
