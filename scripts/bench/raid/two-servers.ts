import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.ts';
import { pace, runWithBot, waitUntil, type Bot, type StartBot } from './run.ts';
import { badText, harmlessText, raidText } from './texts.ts';

/** Effect of a raid in one server on another. Times are milliseconds. */
export interface IsolationFigures {
  raid: {
    messages: number;
    perSecond: number;
    /** Time from the last message until the last one was deleted; null: not all were deleted in time. */
    goneMs: number | null;
    left: number;
    posts: number;
    /** Number of direct messages to its members. */
    notices: number;
  };
  other: {
    messages: number;
    bad: number;
    /** Time from the frame of a bad message to the request that deleted it. */
    p50Ms: number;
    p99Ms: number;
    maxMs: number;
    /** Number of bad messages that were never deleted. */
    left: number;
    /** Number of harmless messages that were wrongly deleted. */
    lost: number;
  };
  requests: number;
  rateLimited: number;
}

export interface IsolationPlan {
  /** Number of the raid's messages, all of them bad. */
  messages: number;
  perSecond: number;
  members: number;
  channels: number;
  /** Traffic in the other server. */
  other: {
    perSecond: number;
    badEvery: number;
    members: number;
    channels: number;
  };
  /** How long the other server has traffic before the raid. It is not measured, because a new process is slow at first. */
  warmUpMs: number;
  /** How long to wait for the end of the raid after its last message. */
  patienceMs: number;
}

/** Measures a raid in one server while another has traffic before it, during it, and until the raid is cleaned up. */
export function measureIsolation<B extends Bot>(
  { startBot, ...options }: { startBot: StartBot<B>; rateLimits?: 'off' },
  plan: IsolationPlan,
  atTheEnd: (bot: B) => Promise<void>,
): Promise<IsolationFigures> {
  return runWithBot(
    { startBot, ...options },
    (world) => {
      const raided = world.addServer('Raided', plan.channels);
      const raiders = world.addMembers(raided, { count: plan.members, isNew: true });
      const other = world.addServer('Other', plan.other.channels);
      const members = world.addMembers(other, { count: plan.other.members, isNew: false });
      return { raided, raiders, other, members };
    },
    async ({ world, bot, prepared: { raided, raiders, other, members } }) => {
      const isGone = (id: string): boolean => world.timesOf(id).deletedMs !== null;
      const bad: string[] = [];
      const harmless: string[] = [];
      const over = new AbortController();
      function talk(index: number): void {
        const isBad = index % plan.other.badEvery === 0;
        const text = isBad ? badText(index) : harmlessText(index);
        const channelId = other.chatIds[index % other.chatIds.length] ?? '';
        const authorId = members[index % members.length] ?? '';
        (isBad ? bad : harmless).push(world.post({ channelId, authorId, text }));
      }
      const talking = (async () => {
        const startMs = performance.now();
        for (let count = 0; !over.signal.aborted; await wait(1)) {
          const due = Math.floor(((performance.now() - startMs) / 1000) * plan.other.perSecond);
          for (; count < due; count += 1) talk(count);
        }
      })();

      await wait(plan.warmUpMs);
      const warmUp = bad.length;
      const ids: string[] = [];
      await pace(plan.messages, (plan.messages / plan.perSecond) * 1000, (index) => {
        const channelId = raided.chatIds[index % raided.chatIds.length] ?? '';
        const authorId = raiders[index % raiders.length] ?? '';
        ids.push(world.post({ channelId, authorId, text: raidText(index) }));
      });
      const lastMs = performance.now();
      let next = 0;
      const isClean = (): boolean => {
        while (next < ids.length && isGone(ids[next] ?? '')) next += 1;
        return next === ids.length;
      };
      await waitUntil(isClean, lastMs + plan.patienceMs);
      over.abort();
      await talking;
      await waitUntil(() => bad.every(isGone), performance.now() + plan.patienceMs);
      await atTheEnd(bot);

      const delays = bad.slice(warmUp).flatMap((id) => {
        const { postedMs, deletedMs } = world.timesOf(id);
        return deletedMs === null ? [] : [deletedMs - postedMs];
      });
      const left = ids.filter((id) => !isGone(id)).length;
      const lastGoneMs = ids.reduce((ms, id) => Math.max(ms, world.timesOf(id).deletedMs ?? 0), 0);
      const requests = world.requests();
      return {
        raid: {
          messages: ids.length,
          perSecond: plan.perSecond,
          goneMs: left === 0 ? lastGoneMs - lastMs : null,
          left,
          posts: world.posts().filter(({ channelId }) => channelId === raided.moderatorChannelId)
            .length,
          notices: world.notices().filter((userId) => raiders.includes(userId)).length,
        },
        other: {
          messages: bad.length + harmless.length,
          bad: delays.length,
          p50Ms: percentile(delays, 0.5),
          p99Ms: percentile(delays, 0.99),
          maxMs: Math.max(...delays),
          left: bad.filter((id) => !isGone(id)).length,
          lost: harmless.filter(isGone).length,
        },
        requests: requests.length,
        rateLimited: requests.filter(({ status }) => status === 429).length,
      };
    },
  );
}
