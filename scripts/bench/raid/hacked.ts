import type { RaidServer, RaidWorld } from './raid-world.ts';
import type { MeasureOptions, Plan } from './one-server.ts';
import { pace, runWithBot, waitUntil } from './run.ts';

/** Hacked accounts as moderators and Discord see them. Times are in milliseconds. */
export interface HackedFigures {
  readonly messages: number;
  /** Time from the last message until all were deleted; null: not all were in time. */
  readonly goneMs: number | null;
  readonly left: number;
  /** Harmless messages that were deleted. */
  readonly lost: number;
  readonly posts: number;
  readonly notices: number;
  readonly timeouts: number;
  readonly requests: number;
  readonly rateLimited: number;
}

export interface HackedPlan extends Plan {
  readonly accounts: number;
  readonly channels: number;
}

const PICTURES = ['casino.png', 'proof.png'] as const;
/** Others write once for this many messages of hacked accounts. */
const HARMLESS_EVERY = 10;
/** Each posts the same picture every few seconds, each time in another channel. */
const BYSTANDERS = 60;

/** Measures accounts that all post the same pictures of theirs in every channel, one picture a message. */
export function measureHacked(options: MeasureOptions, plan: HackedPlan): Promise<HackedFigures> {
  const { accounts, channels, postingMs, patienceMs, countingMs } = plan;
  return runWithBot(
    options,
    (world) => {
      const server = world.addServer('Hacked', channels);
      return {
        server,
        hacked: world.addMembers(server, { count: accounts, isNew: false }),
        bystanders: world.addMembers(server, { count: BYSTANDERS, isNew: false }),
      };
    },
    async ({ world, prepared: { server, hacked, bystanders } }) => {
      const bad: string[] = [];
      const harmless: string[] = [];
      const messages = accounts * channels * PICTURES.length;
      await pace(messages, postingMs, (index) => {
        const account = index % accounts;
        const step = Math.floor(index / accounts);
        const channel = Math.floor(step / PICTURES.length);
        const name = PICTURES[step % PICTURES.length] ?? '';
        bad.push(postPicture(world, server, { channel, authorId: hacked[account], name }));
        if (index % HARMLESS_EVERY !== 0) return;
        const count = harmless.length;
        const authorId = bystanders[count % BYSTANDERS];
        const elsewhere = (count * 7 + Math.floor(count / BYSTANDERS)) % channels;
        harmless.push(
          postPicture(world, server, { channel: elsewhere, authorId, name: 'cat.png' }),
        );
      });
      const lastMs = performance.now();
      const standing = (): string[] => bad.filter((id) => world.timesOf(id).deletedMs === null);
      await waitUntil(() => standing().length === 0, lastMs + patienceMs);
      await waitUntil(() => false, lastMs + countingMs);
      const deletions = bad.flatMap((id) => world.timesOf(id).deletedMs ?? []);
      const requests = world.requests();
      return {
        messages,
        goneMs: deletions.length === bad.length ? Math.max(...deletions) - lastMs : null,
        left: standing().length,
        lost: harmless.filter((id) => world.timesOf(id).deletedMs !== null).length,
        posts: world.posts().filter(({ channelId }) => channelId === server.moderatorChannelId)
          .length,
        notices: world.notices().length,
        timeouts: requests.filter(({ template }) => isTimeout(template)).length,
        requests: requests.length,
        rateLimited: requests.filter(({ status }) => status === 429).length,
      };
    },
  );
}

function postPicture(
  world: RaidWorld,
  { chatIds }: RaidServer,
  { channel, authorId = '', name }: { channel: number; authorId: string | undefined; name: string },
): string {
  const data = Buffer.from(`${name} of ${authorId}`);
  return world.post({
    channelId: chatIds[channel] ?? '',
    authorId,
    text: '',
    files: [{ filename: name, contentType: 'image/png', data }],
  });
}

function isTimeout(template: string): boolean {
  return template.startsWith('PATCH ') && template.includes('/members/');
}
