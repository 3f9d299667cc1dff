import { RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import { refOf } from '../../domain/events.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import { reviewKey, type Review } from '../../domain/reviews/review.ts';
import type { ReviewPosts } from '../../domain/reviews/review-ports.ts';
import { guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { buttonIds, findPost } from '../../rest/find-post.ts';
import { editMessage, postMessage } from '../../rest/rest.ts';
import { reviewButtons, reviewIdPrefix } from './review-buttons.ts';
import { reviewEmbed } from './review-embed.ts';

const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
]);

export function createReviewPosts({
  client,
  moderatorChannel,
  logger,
}: {
  readonly client: Client;
  readonly moderatorChannel: string;
  readonly logger: Logger;
}): ReviewPosts {
  const { rest } = client;

  /** Runs in the review's server. `otherwise`: the bot has left it, or Discord refuses. */
  async function inServer<T>(
    review: Review,
    otherwise: T,
    run: (guild: Guild) => Promise<T>,
  ): Promise<T | Unavailable> {
    const availability = guildAvailability(client, review.guildId);
    if (availability.kind === 'left') return otherwise;
    if (availability.kind === 'away') return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
    try {
      return await run(availability.guild);
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') return { status: 'unavailable', reason: failure.reason };
      if (!GONE.has(failure.code)) {
        const { code, answer } = failure;
        logger.warn({ review: reviewKey(review), code, answer }, 'could not show a review');
      }
      return otherwise;
    }
  }

  return {
    find: (review, policy) =>
      inServer(review, null, async (guild) => {
        const target = moderatorChannelOf(guild, policy, moderatorChannel);
        if (target.kind === 'unusable' || review.postBegunAt === null) return null;
        const prefix = reviewIdPrefix(review);
        const { id: channelId } = target.channel;
        const post = await findPost(client, channelId, {
          isWanted: (message) => buttonIds(message).some((id) => id.startsWith(prefix)),
          sinceMs: review.postBegunAt,
        });
        return post === null ? null : { channelId, messageId: post.id };
      }),

    post: (view) =>
      inServer(view.review, null, async (guild) => {
        const { review, record, policy } = view;
        const target = moderatorChannelOf(guild, policy, moderatorChannel);
        // The log names the missing channel with the first alert; `/appeals` shows the review.
        if (target.kind === 'unusable') return null;
        const renderer = serverRenderer(guild, policy);
        const { id: channelId } = target.channel;
        const message = await postMessage(rest, channelId, {
          embeds: [reviewEmbed(renderer, view)],
          components: reviewButtons(renderer.t, review, record),
          nonce: nonceOf(review),
          enforce_nonce: true,
        });
        return { channelId, messageId: message.id };
      }),

    edit: (place, view) =>
      inServer<'edited' | 'gone'>(view.review, 'gone', async (guild) => {
        const { review, record, policy } = view;
        const renderer = serverRenderer(guild, policy);
        await editMessage(rest, place, {
          embeds: [reviewEmbed(renderer, view)],
          components: reviewButtons(renderer.t, review, record),
        });
        return 'edited';
      }),
  };
}

/** Discord compares nonces across all servers, and allows 25 characters. A second post of a review needs another. */
function nonceOf(review: Review): string {
  const subject = `${reviewKey(review)} ${review.openedAt} ${review.postBegunAt ?? 0}`;
  return `v${refOf(subject)}`;
}
