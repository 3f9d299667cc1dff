import type { GuildMember } from 'discord.js';
import {
  actionsFor,
  activeEffectsOf,
  type BulkAction,
  type BulkKind,
  byHand,
  canAct,
  canDecide,
  type CanSee,
  type Case,
  type CommandDeps,
  createCanSee,
  fetchMembers,
  type Incident,
  type Message,
  message,
} from '../../src/bot/command-kit.ts';
import { candidatesOf } from './candidates.ts';
import type { MemberCall } from './end.ts';

export interface Targets {
  /** One case per member, unless it is an undo. */
  readonly cases: readonly number[];
  /** How many members the cases are about. */
  readonly members: number;
  /** The cases whose undo lifts a ban. */
  readonly unbans: readonly number[];
  /** Members skipped, wholly or for some of their cases. */
  readonly skipped: BulkAction['skipped'];
}

const PAGE_SIZE = 200;

/**
 * Checks each member like a button of the case does: the moderator's permissions and rank, and visibility of the
 * channel. `asked`: the confirmed targets, to which the result is limited. Throws if Discord must be asked and does
 * not answer.
 */
export async function targetsOf(
  call: Pick<MemberCall, 'guild' | 'interaction' | 'signal'>,
  { kind, number, asked }: { kind: BulkKind; number: Incident['number']; asked: Targets | null },
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
  const canSee = createCanSee(call);
  const isAsked = askedFilter(asked);
  const cases: number[] = [];
  let memberCount = 0;
  const unbans: number[] = [];
  const skipped: BulkAction['skipped'] = [];
  for (const [memberId, own] of records) {
    const candidates = candidatesOf(kind, own, clock.now());
    const { wanted, hidden } = await visibleOf(kind, candidates.cases, canSee);
    const target = members.get(memberId) ?? null;
    let denial: Message | null = null;
    for (const record of wanted) denial ??= await denialOf(call, { kind, record, target });
    const permitted = denial === null ? wanted : [];
    const confirmed = permitted.filter(isAsked);
    cases.push(...confirmed.map((record) => record.number));
    if (confirmed.length > 0) memberCount += 1;
    unbans.push(...confirmed.filter(liftsBan).map((record) => record.number));
    const unasked =
      confirmed.length < permitted.length ? message('incident:leftOut.unasked') : null;
    const reason = candidates.reason ?? denial ?? hidden ?? unasked;
    if (reason !== null) skipped.push({ memberId, reason });
  }
  return { cases, members: memberCount, unbans: kind === 'undo' ? unbans : [], skipped };
}

/** Leaves out undos that now lift a ban, because the moderator did not confirm that. */
function askedFilter(asked: Targets | null): (record: Case) => boolean {
  if (asked === null) return () => true;
  const cases = new Set(asked.cases);
  const unbans = new Set(asked.unbans);
  const kindOf = (record: Case): boolean => !liftsBan(record) || unbans.has(record.number);
  return (record) => cases.has(record.number) && kindOf(record);
}

function liftsBan(record: Case): boolean {
  return activeEffectsOf(record).isBanned;
}

/** The cases to act on. `hidden`: the reason one is missing; null: none is. */
async function visibleOf(
  kind: BulkKind,
  candidates: readonly Case[],
  canSee: CanSee,
): Promise<{ wanted: readonly Case[]; hidden: Message | null }> {
  const wanted: Case[] = [];
  let hidden: Message | null = null;
  for (const record of candidates) {
    if (!(await canSee(record))) {
      hidden ??= message('case:reply.hidden', { number: record.number });
      continue;
    }
    wanted.push(record);
    // One case stands for the member.
    if (kind !== 'undo') return { wanted, hidden: null };
  }
  return { wanted, hidden };
}

/** The reason the moderator cannot act on a member; null: they can. */
async function denialOf(
  { guild, interaction }: Pick<MemberCall, 'guild' | 'interaction'>,
  { kind, record, target }: { kind: BulkKind; record: Case; target: GuildMember | null },
): Promise<Message | null> {
  const by = interaction.member;
  const { channelId, messageId, author } = record;
  const { reversals } = activeEffectsOf(record);
  for (const action of actionsFor(kind, { reversals, timeoutSeconds: 0 })) {
    const request = { guild, by, targetId: author.id, channelId, messageId, target };
    const authority = await canAct({ ...request, ...byHand(action) });
    if (authority.kind === 'denied') return authority.reason;
  }
  const decision = await canDecide(guild, by, author.id, target);
  return decision.kind === 'denied' ? decision.reason : null;
}
