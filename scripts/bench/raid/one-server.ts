import type { RaidServer, RaidWorld } from './raid-world.ts';
import { pace, runWithBot, waitUntil, type Bot, type StartBot } from './run.ts';
import { flaggedText, raidText, URGENT_TEXT } from './texts.ts';

/** A raid or one member's flood, as moderators and Discord see it. Times are in milliseconds. */
export interface ServerFigures {
  messages: number;
  /** Time from the last message until the last bad one was deleted; null: not all were deleted in time. */
  goneMs: number | null;
  /** Number of bad messages that were never deleted. */
  left: number;
  /** Number of the bot's requests, including those for the urgent message. */
  requests: number;
  requestsByRoute: Record<string, number>;
  rateLimited: number;
  /** Number of posts in the moderator channel, without the urgent alert. */
  posts: number;
  /** Number of posts about incidents. */
  incidents: number;
  /** Number of direct messages to the authors of these messages. */
  notices: number;
  /** Time from another member's urgent message, sent right after the last message, until its alert; null: no alert in time. */
  urgentMs: number | null;
}

export interface Plan {
  /** How long the members go on posting. */
  postingMs: number;
  /** How long to wait for the deletions and for the urgent alert. */
  patienceMs: number;
  /** Requests and posts are counted for at least this long after the last message. */
  countingMs: number;
}

export interface RaidPlan extends Plan {
  /** Number of new members; each posts one message. */
  members: number;
  channels: number;
}

export interface FloodPlan extends Plan {
  /** Number of messages, all by one member and flagged, so that none is deleted. */
  messages: number;
}

export interface MeasureOptions {
  startBot: StartBot<Bot>;
  rateLimits?: 'off';
}

/** Measures new members who post one text in one or more channels. */
export function measureRaid(options: MeasureOptions, plan: RaidPlan): Promise<ServerFigures> {
  return measure(options, {
    plan,
    prepare(world) {
      const server = world.addServer('Raided', plan.channels);
      const raiders = world.addMembers(server, { count: plan.members, isNew: true });
      const post = (index: number): string =>
        world.post({
          channelId: server.chatIds[index % plan.channels] ?? '',
          authorId: raiders[index] ?? '',
          text: raidText(index),
        });
      return { server, messages: plan.members, post, areDeleted: true };
    },
  });
}

/** Measures one member who posts one flagged message after the other in one channel. */
export function measureFlood(options: MeasureOptions, plan: FloodPlan): Promise<ServerFigures> {
  return measure(options, {
    plan,
    prepare(world) {
      const server = world.addServer('Flooded', 1);
      const [authorId = ''] = world.addMembers(server, { count: 1, isNew: false });
      const post = (index: number): string =>
        world.post({ channelId: server.chatIds[0] ?? '', authorId, text: flaggedText(index) });
      return { server, messages: plan.messages, post, areDeleted: false };
    },
  });
}

export interface Scenario {
  readonly server: RaidServer;
  readonly messages: number;
  /** Posts one message and returns its id. */
  readonly post: (index: number) => string;
  readonly areDeleted: boolean;
  /** The urgent message. Default: one that gets deleted. */
  readonly urgentText?: string;
}

export function measure(
  options: MeasureOptions,
  { plan, prepare }: { plan: Plan; prepare: (world: RaidWorld) => Scenario },
): Promise<ServerFigures> {
  return runWithBot(
    options,
    (world) => {
      const scenario = prepare(world);
      const [bystanderId = ''] = world.addMembers(scenario.server, { count: 1, isNew: false });
      return { ...scenario, bystanderId };
    },
    async ({ world, prepared }) => {
      const {
        server,
        messages,
        post,
        areDeleted,
        bystanderId,
        urgentText = URGENT_TEXT,
      } = prepared;
      const ids: string[] = [];
      await pace(messages, plan.postingMs, (index) => ids.push(post(index)));
      const lastMs = performance.now();
      const [channelId = ''] = server.chatIds;
      const urgentId = world.post({ channelId, authorId: bystanderId, text: urgentText });

      const bad = areDeleted ? [...ids, urgentId] : [urgentId];
      const standing = (): string[] => bad.filter((id) => world.timesOf(id).deletedMs === null);
      const moderatorPosts = () =>
        world.posts().filter((message) => message.channelId === server.moderatorChannelId);
      const urgentAlert = () => moderatorPosts().find(({ text }) => text.includes(bystanderId));

      const deadlineMs = lastMs + plan.patienceMs;
      await waitUntil(() => standing().length === 0 && urgentAlert() !== undefined, deadlineMs);
      await waitUntil(() => false, lastMs + plan.countingMs);

      const deletions = ids.flatMap((id) => world.timesOf(id).deletedMs ?? []);
      const alert = urgentAlert();
      const requests = world.requests();
      return {
        messages,
        goneMs:
          areDeleted && deletions.length === ids.length ? Math.max(...deletions) - lastMs : null,
        left: standing().length,
        requests: requests.length,
        requestsByRoute: countByRoute(requests),
        rateLimited: requests.filter(({ status }) => status === 429).length,
        posts: moderatorPosts().filter((message) => message !== alert).length,
        incidents: moderatorPosts().filter(({ text }) => text.includes('"incident:')).length,
        notices: world.notices().filter((userId) => userId !== bystanderId).length,
        urgentMs: alert === undefined ? null : alert.atMs - lastMs,
      };
    },
  );
}

function countByRoute(requests: readonly { template: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { template } of requests) counts[template] = (counts[template] ?? 0) + 1;
  return counts;
}
