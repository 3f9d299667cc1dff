import type { Shards } from '../../../shared/shards.ts';
import { createAllowedTexts } from '../../storage/allowed-texts.ts';
import { createCaseStatistics } from '../../storage/statistics/case-statistics.ts';
import { createCases } from '../../storage/cases.ts';
import { createCheckpoints } from '../../storage/checkpoints.ts';
import { createSeenTexts } from '../../storage/seen-texts.ts';
import { createIncidents } from '../../storage/incidents.ts';
import { createKeyValueStore } from '../../storage/key-value-store.ts';
import { createKnownPictures } from '../../storage/known-pictures.ts';
import { createLeftGuilds } from '../../storage/left-guilds.ts';
import { createErasures } from '../../storage/members/erasures.ts';
import { createMailStore } from '../../storage/mail/mail-store.ts';
import { createMemberData } from '../../storage/members/member-data.ts';
import { createMemberNotes } from '../../storage/members/member-notes.ts';
import { createLogCleaning } from '../../storage/message-log/log-cleaning.ts';
import { createLogTexts } from '../../storage/message-log/log-texts.ts';
import { createStoredMessageLog } from '../../storage/message-log/message-log.ts';
import { createNotices } from '../../storage/notices.ts';
import { createPolicies } from '../../storage/policies.ts';
import { createReviews } from '../../storage/reviews/reviews.ts';
import { createPostStore } from '../../storage/posts.ts';
import { createServerWords } from '../../storage/server-words.ts';
import { createInsightsJobs } from '../../storage/service-records/insights-jobs.ts';
import { createTaggingSessions } from '../../storage/service-records/tagging-sessions.ts';
import type { StateDatabase } from '../../storage/tables.ts';
import type { ProcessParts } from './process-parts.ts';

/**
 * The stores of a group of shards. Each group has its own, because they cache, and another process may have written since
 * this one last held the group.
 */
export type GroupStores = ReturnType<typeof createGroupStores>;

export function createGroupStores(
  { stateKey, context }: Pick<ProcessParts, 'stateKey' | 'context'>,
  { database, shards }: { readonly database: StateDatabase; readonly shards: Shards },
) {
  const { clock, logger } = context;
  const keyValues = createKeyValueStore(database, logger);
  const policies = createPolicies(keyValues, shards);
  const evidenceDays = async (guildId: string): Promise<number> =>
    (await policies.get(guildId)).evidenceDays;
  const logTexts = createLogTexts(stateKey);
  return {
    policies,
    allowedTexts: createAllowedTexts(keyValues),
    cases: createCases(database, clock, logger, shards),
    caseStatistics: createCaseStatistics(database, clock, logger, shards),
    checkpoints: createCheckpoints(database),
    seenTexts: createSeenTexts(database),
    erasures: createErasures(database, clock, logger, shards),
    incidents: createIncidents(database, logger, shards),
    insightsJobs: createInsightsJobs(database, clock, logger),
    knownPictures: createKnownPictures({ database, stateKey }),
    leftGuilds: createLeftGuilds(database, shards),
    mail: createMailStore(database, clock, evidenceDays),
    memberData: createMemberData(database, clock, logger, logTexts),
    messageLog: createStoredMessageLog(database, { texts: logTexts, clock }),
    logCleaning: createLogCleaning(database, shards),
    memberNotes: createMemberNotes(database, clock),
    notices: createNotices(database, shards),
    reviews: createReviews(database, clock, logger, shards),
    posts: createPostStore(database, clock),
    tagging: createTaggingSessions({ database, stateKey, clock }),
    words: createServerWords(database),
  };
}
