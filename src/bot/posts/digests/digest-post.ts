import type { APIMessage, Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { inEnglish } from '../../locales/message.ts';
import type { Target } from '../../domain/events.ts';
import { digestEnd, type Digest } from '../../domain/posts/digest.ts';
import type { Policies } from '../../domain/ports.ts';
import type { PostBody, PostKind } from '../../outbox/post-kind.ts';
import type { DigestStore } from '../../storage/digests.ts';
import { digestEmbed, digestRef } from '../events/digest-embed.ts';
import { keywordPing, rendererIn } from '../events/channel-text.ts';
import type { EventTargets } from '../events/event-targets.ts';
import { hasRef } from '../../rest/find-post.ts';
import type { ChannelProblems } from '../channel-problems.ts';

/** The shortest time between two edits of a digest's message. */
const EDIT_INTERVAL_MS = 5_000;

/** The part of a digest's message that depends on Discord. */
export interface DigestFormat {
  /** Where the digest with this key is posted. */
  target(key: string): Promise<Target>;
  body(digest: Digest, target: Target): Promise<PostBody>;
  isSame(digest: Digest): (message: APIMessage) => boolean;
}

/** The message of a digest. Its key is the subject. */
export function createDigestPost(deps: {
  readonly store: DigestStore;
  readonly format: DigestFormat;
  readonly channelProblems: ChannelProblems;
  readonly clock: Clock;
  readonly logger: Logger;
}): PostKind {
  const { store, format, channelProblems, clock, logger } = deps;
  return {
    name: 'digest',
    pauseMs: EDIT_INTERVAL_MS,
    isEdited: true,
    followsChannel: true,
    async load({ subject: key }) {
      const digest = await store.get(key);
      if (digest === null) return { dueAt: 'never' };
      const endsAt = digestEnd(digest);
      const end = {
        dueAt: 'never',
        write: (transaction: Parameters<DigestStore['end']>[0]) =>
          store.end(transaction, key, digest),
      } as const;
      const { total } = digest;
      if (digest.shown === total) return clock.now() > endsAt ? end : { dueAt: endsAt + 1 };
      const channel = await format.target(key);
      switch (channel.kind) {
        case 'nowhere':
        // The bot has left the server, and its events are counted in the digest of the fallback channel from now on.
        case 'elsewhere': {
          const lost = total - digest.shown;
          const reason = channel.kind === 'nowhere' ? inEnglish(channel.reason) : '';
          logger.error({ digest: key, lost, reason }, `${lost} alerts cannot be shown anywhere`);
          return end;
        }
        case 'unusable':
          channelProblems.report(channel);
          break;
        case 'away':
        case 'channel':
      }
      return {
        urgency: 'summary',
        target: channel,
        body: () => format.body(digest, channel),
        isSame: format.isSame(digest),
        shown(message) {
          channelProblems.resolve(key);
          return {
            dueAt: endsAt + 1,
            write: (transaction) =>
              store.update(transaction, key, (latest) =>
                latest.ref === digest.ref ? { ...latest, message, shown: total } : latest,
              ),
          };
        },
        unusable: () => null,
      };
    },
  };
}

export function createDigestFormat(deps: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly targets: Pick<EventTargets, 'forDigest'>;
}): DigestFormat {
  const { client, policies, targets } = deps;
  return {
    target: targets.forDigest,
    async body(digest, target) {
      const channelId = target.kind === 'channel' ? target.channelId : '';
      const renderer = await rendererIn(client, policies, channelId);
      const hasKeywords = Object.keys(digest.byKeyword).length > 0;
      return {
        ...(hasKeywords && target.kind === 'channel' ? await keywordPing(policies, target) : {}),
        embeds: [digestEmbed(renderer, digest)],
      };
    },
    isSame: (digest) => hasRef(digestRef(digest)),
  };
}
