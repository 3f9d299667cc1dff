import { createRecentMessages } from '../../gateway/messages/recent-channels.ts';
import type { Client } from 'discord.js';
import { createExecutor, createWatchExecutor } from '../../acting/actions/executor.ts';
import { createUndoer } from '../../acting/actions/undo.ts';
import type {
  CurrentTexts,
  History,
  ModeratorChannels,
  Policies,
  TextFiles,
} from '../../domain/ports.ts';
import type { MessageLog } from '../../message-log/message-log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { createAlertFormat } from '../../posts/alerts/alert-format.ts';
import { createIncidentFormat } from '../../posts/incidents/incident-post.ts';
import { createAppealAnswers } from '../../posts/reviews/appeal-answers.ts';
import { createReviewFormat } from '../../posts/reviews/review-post.ts';
import { isInShards, type Shards } from '../../../shared/shards.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ServerPauses } from '../../domain/incidents/incident-ports.ts';
import { createPipeline, type Pipeline } from '../pipeline/pipeline.ts';
import type { GroupStores } from './group-stores.ts';
import { createModerator } from '../../service-adapter/moderator.ts';
import type { Posts } from '../posts.ts';
import type { ProcessParts } from './process-parts.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import { createTranscriber } from '../../service-adapter/transcriber.ts';

/** The pipeline of a group of shards. */
export function createGroupPipeline(
  parts: ProcessParts,
  deps: {
    readonly client: Client;
    readonly gateway: Pick<Gateway, 'rememberAuthor'>;
    readonly shards: Shards;
    readonly stores: GroupStores;
    readonly policies: Policies;
    readonly posts: Posts;
    readonly outbox: Outbox;
    readonly moderatorChannels: ModeratorChannels;
    readonly history: History;
    readonly currentTexts: CurrentTexts;
    readonly textFiles: TextFiles;
    readonly pauses: ServerPauses;
    readonly messageLog: Pick<MessageLog, 'note'>;
  },
): Pipeline {
  const { config, service, embedded, metrics, leases, waits, context } = parts;
  const { clock } = context;
  const {
    client,
    gateway,
    shards,
    stores,
    policies,
    posts,
    outbox,
    moderatorChannels,
    history,
    currentTexts,
    textFiles,
    pauses,
    messageLog,
  } = deps;
  const { moderatorChannel } = config;
  const { knownPictures } = stores;
  const { cases, incidents, words, allowedTexts, checkpoints, seenTexts, notices, reviews } =
    stores;
  return createPipeline({
    ...context,
    moderator: createModerator(service.text, clock, metrics),
    executors: {
      enforce: createExecutor({
        ...context,
        client,
        takesMail: async (guildId) => (await stores.mail.channel(guildId)) !== null,
      }),
      watch: createWatchExecutor({ ...context, client }),
    },
    undoer: createUndoer({ ...context, client }),
    moderatorChannels,
    alertFormat: createAlertFormat({ ...context, client, cases, moderatorChannel }),
    history,
    recentMessages: createRecentMessages({ client, history }),
    currentTexts,
    seenTexts,
    textFiles,
    transcriber: createTranscriber({
      ...context,
      stream: service.stream,
      erase: embedded === null ? null : (convoId) => embedded.erase({ convoIds: [convoId] }),
    }),
    pictureReader: parts.pictureReader,
    knownPictures,
    policies,
    cases,
    incidents,
    incidentFormat: createIncidentFormat({ client, pauses, moderatorChannel }),
    outbox,
    words,
    allowedTexts,
    self: {
      ref: () => ({ id: client.user?.id ?? '', name: client.user?.username ?? '' }),
      isIn: (guildId) => client.guilds.cache.has(guildId),
    },
    operatorGuildId: config.operatorGuildId,
    checkpoints,
    notices,
    countCase: posts.digests.countCase,
    posts: stores.posts,
    reviews,
    reviewFormat: createReviewFormat({ client, moderatorChannel }),
    appealAnswers: createAppealAnswers({ ...context, client }),
    countReview: posts.digests.countReview,
    passOnReview({ guildId }) {
      if (isInShards(guildId, shards)) return false;
      void leases.publish(TOPICS.reviews, guildId);
      return true;
    },
    keywordHits: posts.keywordHits,
    joinedEvents: posts.events,
    alertDelayMs: waits.alertDelayMs,
    noticeDelayMs: waits.noticeDelayMs,
    incidentEditMs: waits.incidentEditMs,
    ...(waits.noticeIntervalMs === undefined ? {} : { noticeIntervalMs: waits.noticeIntervalMs }),
    maxEditAgeMs: config.editSearch.maxAgeMs,
    onFetched: messageLog.note,
    onFlagged: ({ guildId, author }) => gateway.rememberAuthor(guildId, author.id),
    observe(event) {
      metrics.messageHandled(event.outcome.kind);
      parts.observe(event);
    },
    observePicture: metrics.pictureHandled,
    observeEffect: ({ kind }, { status }) => metrics.effectDone(kind, status),
  });
}
