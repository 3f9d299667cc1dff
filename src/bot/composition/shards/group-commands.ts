import type { Client } from 'discord.js';
import { createQuestions } from '../../interactions/questions.ts';
import { createNativeRules } from '../../automod/native-rules.ts';
import { createDispatch, type Dispatch } from '../../interactions/dispatch.ts';
import { createCaseOrigins } from '../../acting/actions/case-origins.ts';
import { createPurgeSearch } from '../../acting/actions/purge-search.ts';
import type { MailControl } from '../../domain/mail/mail.ts';
import type { Announcement, History, Policies, TextFiles } from '../../domain/ports.ts';
import type { ServerPauses } from '../../domain/incidents/incident-ports.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { GuildEraser, MemberErasures } from '../../domain/stored-data.ts';
import { createPolicyPreview } from '../../judging/policy-preview.ts';
import type { Preview } from '../../domain/preview.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { GroupStores } from './group-stores.ts';
import type { SampleEraser } from '../../retention/guild-eraser.ts';
import { createModerator } from '../../service-adapter/moderator.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Posts } from '../posts.ts';
import type { ProcessParts } from './process-parts.ts';

/** Answers the commands and components that come to a group of shards. */
export function createGroupCommands(
  parts: ProcessParts,
  deps: {
    readonly client: Client;
    readonly stores: GroupStores;
    readonly policies: Policies;
    readonly pipeline: Pipeline;
    readonly posts: Posts;
    readonly outbox: Pick<Outbox, 'look'>;
    readonly history: History;
    readonly textFiles: TextFiles;
    readonly pauses: ServerPauses;
    readonly eraseSamples: SampleEraser;
    readonly guildEraser: GuildEraser;
    readonly memberErasures: MemberErasures;
    readonly mailControl: MailControl;
    readonly preview: Preview;
    readonly announce: (guildId: string, text: Announcement, former?: Policy) => void;
  },
): Dispatch {
  const { config, service, metrics, webhooks, keywords, charts, context } = parts;
  const { clock } = context;
  const { client, stores, policies, pipeline, posts, outbox, eraseSamples } = deps;
  const { history, textFiles, pauses, guildEraser, memberErasures, announce } = deps;
  const { cases, reviews, words, allowedTexts, memberData } = stores;
  return createDispatch({
    ...context,
    ...parts.commandSet,
    client,
    deps: {
      ...context,
      service,
      policies,
      cases: {
        ...cases,
        async update(record, change) {
          const updated = await cases.update(record, change);
          // Its alert may show the change.
          outbox.look(record.guildId);
          return updated;
        },
        async forgetTexts(guildId, authorId) {
          await eraseSamples({ guildId, userId: authorId });
          await reviews.forgetTexts(guildId, authorId);
          return cases.forgetTexts(guildId, authorId);
        },
      },
      preview: deps.preview,
      policyPreview: createPolicyPreview({
        ...context,
        moderator: createModerator(service.text, clock),
        history,
        words,
        textFiles,
        cases,
        allowedTexts,
        caseOrigins: createCaseOrigins(client),
      }),
      history,
      questions: createQuestions(clock),
      caseStatistics: stores.caseStatistics,
      moderatorActions: pipeline.moderatorActions,
      manualActions: pipeline.manualActions,
      purgeSearch: createPurgeSearch({ ...context, client }),
      incidents: stores.incidents,
      incidentControl: pipeline.incidentControl,
      reviews,
      reviewControl: pipeline.reviewControl,
      serverPauses: pauses,
      keywordHits: posts.keywordHits,
      keywords,
      words,
      nativeRules: createNativeRules(client),
      addons: webhooks.addons,
      operatorGuildId: config.operatorGuildId,
      tagging: stores.tagging,
      inbox: posts.inbox,
      memberData,
      memberErasures,
      memberNotes: stores.memberNotes,
      mail: deps.mailControl,
      guildEraser,
      caseDays: config.caseDays,
      insightsJobs: stores.insightsJobs,
      charts,
      webhookUrl: webhooks.url,
      announce,
      processName: parts.leases.isShared ? parts.leases.processName : null,
      pipelineStatus: pipeline.status,
      recordingsWaiting: pipeline.recordingsWaiting,
      knownPictures: stores.knownPictures,
      pictureReader: parts.pictureReader,
      downloads: parts.downloads,
      recheckPictures: pipeline.recheckPictures,
      pictureCounts: pipeline.pictureCounts,
      webhookState: webhooks.state,
      moderatorChannel: config.moderatorChannel,
    },
    observe(event) {
      metrics.interactionEnded(event);
      parts.observeInteraction(event);
    },
  });
}
