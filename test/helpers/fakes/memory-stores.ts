import { banToEndAt } from '../../../src/bot/domain/actions/active-effects.ts';
import type { Case } from '../../../src/bot/domain/case.ts';
import {
  outcomeCounts,
  outcomesColumn,
  refusalsOf,
} from '../../../src/bot/domain/incidents/figures.ts';
import { runningAction, type Incident } from '../../../src/bot/domain/incidents/incident.ts';
import type { StoredIncidents } from '../../../src/bot/storage/incidents.ts';
import { defaultPolicy, type Policy } from '../../../src/bot/domain/policy/policy.ts';
import type { Cases, Checkpoint, Checkpoints, Policies } from '../../../src/bot/domain/ports.ts';
import type { NoticeRow, Notices } from '../../../src/bot/domain/notices.ts';
import type { AllowedTexts } from '../../../src/bot/domain/actions/moderator-action-ports.ts';
import {
  hasOpenAlert,
  openActionOf,
  urgencyOf,
  withoutQuotes,
} from '../../../src/bot/domain/case.ts';
import { alertOf, editsAfter } from '../../../src/bot/domain/posts/alert-ref.ts';
import type { StoredCases } from '../../../src/bot/storage/cases.ts';
import type { PostStore } from '../../../src/bot/storage/posts.ts';
import { factsOf } from '../../../src/bot/domain/figures/case-figures.ts';
import { summarize } from '../../../src/bot/domain/figures/author-history.ts';
import type { VerdictQuotes } from '../../../src/bot/domain/verdict.ts';
import { isUnfinished } from '../../../src/bot/domain/actions/moderator-actions.ts';

/** All stores in memory. They copy records in and out, as a database does. */
export interface MemoryStores {
  readonly policies: Policies;
  readonly cases: Cases & Pick<StoredCases, 'updateIn'>;
  readonly incidents: Omit<StoredIncidents, 'removeBefore'>;
  readonly checkpoints: Checkpoints;
  readonly allowedTexts: AllowedTexts;
  readonly notices: Notices;
  /** Every case, oldest first. */
  allCases(): Case[];
  /** Every incident, oldest first. */
  allIncidents(): Incident[];
  /** The number of calls of a method. */
  calls(method: keyof Cases | keyof Checkpoints): number;
  checkpoint(channelId: string): Checkpoint | null;
}

/** `posts`: where the edits of alerts are requested. */
export function createMemoryStores(
  posts: Pick<PostStore, 'want'> = { want: async () => {} },
): MemoryStores {
  const policies = new Map<string, Policy>();
  const cases = new Map<string, Case>();
  const latestNumbers = new Map<string, number>();
  /** Keys of cases, by server and message. */
  const aboutMessages = new Map<string, string>();
  const incidents = new Map<string, Incident>();
  const texts = new Map<string, string>();
  const quotesOf = new Map<string, VerdictQuotes | null>();
  const sealedPictures = new Map<string, string | null>();
  const allowedTexts = new Set<string>();
  const notices = new Map<string, NoticeRow>();
  const since = new Map<string, string>();
  const guildWatermarks = new Map<string, string>();
  const checkpoints = new Map<string, Checkpoint & { readonly guildId: string }>();
  const counts = new Map<string, number>();
  const count = (method: string): void => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
  };
  const keyOf = (guildId: string, number: number): string => `${guildId}/${number}`;

  function casesIn(guildId: string, incident: number): Case[] {
    return [...cases.values()].filter(
      (record) => record.guildId === guildId && record.incident === incident,
    );
  }

  function checkpoint(channelId: string): Checkpoint | null {
    const stored = checkpoints.get(channelId);
    return stored === undefined ? null : { messageId: stored.messageId, editedAt: stored.editedAt };
  }

  const updateIncident: StoredIncidents['update'] = async ({ guildId, number }, change) => {
    const latest = incidents.get(keyOf(guildId, number));
    if (latest === undefined) return null;
    const next = change(structuredClone(latest));
    incidents.set(keyOf(guildId, number), structuredClone(next));
    return structuredClone(next);
  };

  const update: Cases['update'] = async (record, change, notice) => {
    count('update');
    if (notice !== undefined) notices.set(`${notice.guildId}/${notice.authorId}`, { ...notice });
    const key = keyOf(record.guildId, record.number);
    const latest = cases.get(key) ?? record;
    const next = change(structuredClone(latest));
    cases.set(key, structuredClone(next));
    for (const edit of editsAfter(latest, next)) await posts.want(edit);
    return structuredClone(next);
  };

  return {
    policies: {
      get: async (guildId) => policies.get(guildId) ?? defaultPolicy,
      async set(guildId, policy) {
        policies.set(guildId, policy);
      },
      async update(guildId, change) {
        const changed = change(policies.get(guildId) ?? defaultPolicy);
        policies.set(guildId, changed.policy);
        return changed;
      },
    },
    cases: {
      async open(whole, text, _days, sealed = null) {
        count('open');
        const { draft, quotes } = withoutQuotes(whole);
        const { guildId, messageId } = draft;
        const number = (latestNumbers.get(guildId) ?? 0) + 1;
        latestNumbers.set(guildId, number);
        const key = keyOf(guildId, number);
        const record: Case = structuredClone({ ...draft, number });
        cases.set(key, record);
        aboutMessages.set(`${guildId}/${messageId}`, key);
        texts.set(key, text);
        sealedPictures.set(key, sealed);
        quotesOf.set(key, quotes);
        return structuredClone(record);
      },
      update,
      updateIn: (_transaction, record, change) => update(record, change),
      async get(guildId, number) {
        count('get');
        return structuredClone(cases.get(keyOf(guildId, number)) ?? null);
      },
      async evidence(guildId, number) {
        count('evidence');
        return texts.get(keyOf(guildId, number)) ?? null;
      },
      async sealedPictures(guildId, number) {
        return sealedPictures.get(keyOf(guildId, number)) ?? null;
      },
      async quotes(guildId, number) {
        count('quotes');
        return quotesOf.get(keyOf(guildId, number)) ?? null;
      },
      async ofMessage(guildId, messageId) {
        count('ofMessage');
        const key = aboutMessages.get(`${guildId}/${messageId}`) ?? '';
        return structuredClone(cases.get(key) ?? null);
      },
      async ofAlert(guildId, messageId) {
        count('ofAlert');
        return structuredClone(
          [...cases.values()].filter(
            (record) => record.guildId === guildId && record.alert?.messageId === messageId,
          ),
        );
      },
      async latestAlert(guildId, authorId) {
        count('latestAlert');
        const latest = [...cases.values()].findLast(
          ({ guildId: guild, author, alert }) =>
            guild === guildId && author.id === authorId && alert !== null,
        );
        return structuredClone(latest?.alert ?? null);
      },
      async list(guildId, { authorId, below = Infinity, limit }) {
        count('list');
        const wanted = [...cases.values()].filter(
          (record) =>
            record.guildId === guildId &&
            record.number < below &&
            (authorId === undefined || record.author.id === authorId),
        );
        return structuredClone(wanted.reverse().slice(0, limit));
      },
      async historyOf(guildId, authorId, { sinceMs, below }) {
        count('historyOf');
        const earlier = [...cases.values()].filter(
          (record) =>
            record.guildId === guildId &&
            record.author.id === authorId &&
            record.number < below &&
            record.openedAt >= sinceMs,
        );
        const facts = earlier.reverse().flatMap((record) => {
          const { result, stands } = factsOf(record);
          return stands ? [{ result, openedAt: record.openedAt }] : [];
        });
        return summarize(facts, true);
      },
      async forgetTexts(guildId, authorId) {
        count('forgetTexts');
        const about = [...cases.values()].filter(
          (record) => record.guildId === guildId && record.author.id === authorId,
        );
        for (const { number } of about) texts.delete(keyOf(guildId, number));
        return about.length;
      },
      async openAlerts(guildId, { sinceMs, limit }) {
        count('openAlerts');
        return structuredClone(
          [...cases.values()]
            .filter((record) => record.guildId === guildId && record.openedAt >= sinceMs)
            .filter((record) => record.alert !== null && factsOf(record).handled === null)
            .slice(-limit),
        );
      },
      async bansEndedBy(timeMs) {
        count('bansEndedBy');
        return [...cases.values()].filter((record) => (banToEndAt(record) ?? Infinity) <= timeMs);
      },
      async waitingFor(guildId, { kind, channelId }, limit) {
        count('waitingFor');
        return [...cases.values()]
          .filter((record) => record.guildId === guildId)
          .filter((record) => channelId === null || record.channelId === channelId)
          .filter((record) => openActionOf(record)?.action.kind === kind)
          .map((record) => ({ number: record.number, urgency: urgencyOf(record) }))
          .sort((a, b) => a.urgency - b.urgency || a.number - b.number)
          .slice(0, limit);
      },
      async waitingForAlert(ref, limit) {
        count('waitingForAlert');
        const waiting = [...cases.values()].filter(
          (record) =>
            record.closedAt === null &&
            record.guildId === ref.guildId &&
            record.alert === null &&
            // A cheap check first, because there may be thousands of cases.
            (ref.subject.endsWith(record.author.id) || ref.subject.startsWith('case')) &&
            hasOpenAlert(record) &&
            openActionOf(record) === null &&
            alertOf(record).subject === ref.subject,
        );
        return structuredClone(waiting.slice(0, limit));
      },
      async *unfinished() {
        count('unfinished');
        yield* structuredClone([...cases.values()].filter(isUnfinished));
      },
    },
    incidents: {
      async open(draft) {
        const ofGuild = [...incidents.values()].filter(({ guildId }) => guildId === draft.guildId);
        const open = ofGuild.find(({ endedAt }) => endedAt === null);
        if (open !== undefined) return structuredClone(open);
        const incident = structuredClone({ ...draft, number: ofGuild.length + 1 });
        incidents.set(keyOf(draft.guildId, incident.number), incident);
        return structuredClone(incident);
      },
      update: updateIncident,
      updateIn: (_transaction, ...args) => updateIncident(...args),
      async get(guildId, number) {
        return structuredClone(incidents.get(keyOf(guildId, number)) ?? null);
      },
      async current(guild) {
        const open = [...incidents.values()].find(
          ({ guildId, endedAt }) => guildId === guild && endedAt === null,
        );
        return structuredClone(open ?? null);
      },
      async list(guild, limit) {
        const ofGuild = [...incidents.values()].filter(({ guildId }) => guildId === guild);
        return structuredClone(ofGuild.reverse().slice(0, limit));
      },
      async unfinished() {
        return structuredClone(
          [...incidents.values()].filter(
            (incident) => incident.endedAt === null || runningAction(incident) !== null,
          ),
        );
      },
      async figures(guildId, number) {
        const records = casesIn(guildId, number);
        const rows = records.map((record) => ({ outcomes: outcomesColumn(record), cases: 1 }));
        const firstOf = (record: Case): number => record.similarTo ?? record.number;
        const firsts = [...new Set(records.map(firstOf))];
        return {
          cases: records.length,
          members: new Set(records.map(({ author }) => author.id)).size,
          channels: new Set(records.map(({ channelId }) => channelId)).size,
          lastAt: records.length === 0 ? null : Math.max(...records.map((each) => each.openedAt)),
          outcomes: outcomeCounts(rows),
          texts: firsts.map((caseNumber) => ({
            caseNumber,
            cases: records.filter((record) => firstOf(record) === caseNumber).length,
          })),
          textCount: firsts.length,
          refusals: refusalsOf(records),
        };
      },
      casesOf: async (guildId, number, { after, limit }) =>
        structuredClone(
          casesIn(guildId, number)
            .filter((record) => record.number > after)
            .slice(0, limit),
        ),
      async busyHour(guildId, sinceMs) {
        const hours = new Map<number, number>();
        for (const record of cases.values()) {
          if (record.guildId !== guildId || record.openedAt < sinceMs) continue;
          const hour = Math.floor(record.openedAt / 3_600_000);
          hours.set(hour, (hours.get(hour) ?? 0) + 1);
        }
        return [...hours.values()].toSorted((a, b) => b - a)[4] ?? 0;
      },
      guildsWithCasesSince: async (timeMs) => [
        ...new Set(
          [...cases.values()].flatMap((record) =>
            record.openedAt >= timeMs ? [record.guildId] : [],
          ),
        ),
      ],
    },
    notices: {
      get: async (guildId, authorId) => notices.get(`${guildId}/${authorId}`) ?? null,
      async put(notice) {
        notices.set(`${notice.guildId}/${notice.authorId}`, { ...notice });
      },
      next: async () =>
        [...notices.values()]
          .filter(({ isWaiting }) => isWaiting)
          .sort((a, b) => a.dueAt - b.dueAt || a.queuedAt - b.queuedAt)[0] ?? null,
    },
    allowedTexts: {
      has: async (guildId, fingerprint) => allowedTexts.has(`${guildId}/${fingerprint}`),
      async add({ guildId, fingerprint }) {
        allowedTexts.add(`${guildId}/${fingerprint}`);
      },
      async remove({ guildId, fingerprint }) {
        allowedTexts.delete(`${guildId}/${fingerprint}`);
      },
    },
    checkpoints: {
      async watchedSince(guildId, nowId) {
        count('watchedSince');
        const watchedSince = since.get(guildId) ?? nowId;
        since.set(guildId, watchedSince);
        return watchedSince;
      },
      async read(_guildId, channelIds) {
        count('read');
        const byChannel = new Map<string, Checkpoint>();
        for (const id of channelIds) {
          const stored = checkpoint(id);
          if (stored !== null) byChannel.set(id, stored);
        }
        return byChannel;
      },
      async forget(guildId) {
        count('forget');
        since.delete(guildId);
        guildWatermarks.delete(guildId);
        for (const [id, stored] of checkpoints) {
          if (stored.guildId === guildId) checkpoints.delete(id);
        }
      },
      async guildWatermark(guildId) {
        count('guildWatermark');
        return guildWatermarks.get(guildId) ?? null;
      },
      async write(guildId, changed, guildWatermark) {
        count('write');
        guildWatermarks.set(guildId, guildWatermark);
        for (const [id, changedTo] of changed) checkpoints.set(id, { ...changedTo, guildId });
      },
    },
    allCases: () => [...cases.values()],
    allIncidents: () => [...incidents.values()],
    calls: (method) => counts.get(method) ?? 0,
    checkpoint,
  };
}
