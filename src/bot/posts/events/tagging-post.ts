import type { Client } from 'discord.js';
import type { Policies } from '../../domain/ports.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import type { PostKind } from '../../outbox/post-kind.ts';
import { hasRef } from '../../rest/find-post.ts';
import type { EventStore } from '../../storage/events/events.ts';
import { rendererIn } from './channel-text.ts';
import type { ViewEvent } from './event-post.ts';
import type { EventTargets } from './event-targets.ts';
import { taggingEmbed, taggingRef } from './tagging-embed.ts';

/** The result of a tagging session, in the channel where it was started. Its subject is the event. */
export function createTaggingPost(deps: {
  readonly client: Client;
  readonly events: Pick<EventStore, 'next'>;
  readonly targets: Pick<EventTargets, 'ofTags'>;
  readonly viewEvent: ViewEvent;
  readonly places: TaggingPlaces;
  readonly policies: Pick<Policies, 'get'>;
}): PostKind {
  const { client, events, targets, viewEvent, places, policies } = deps;
  return {
    name: 'tagging',
    pauseMs: 0,
    isEdited: false,
    async load(post) {
      const [event] = await events.next(post, 1);
      if (event?.content.kind !== 'tagging') return { dueAt: 'never' };
      const { id, content } = event;
      return viewEvent(post, event, await targets.ofTags(content, post.guildId), {
        isMore: false,
        urgency: null,
        async body({ channelId }) {
          const { t } = await rendererIn(client, policies, channelId);
          const userId = (await places.placeOf(content.convoId))?.userId ?? null;
          return { embeds: [taggingEmbed(t, { id, content, userId })] };
        },
        isSame: hasRef(taggingRef(id)),
      });
    },
  };
}
