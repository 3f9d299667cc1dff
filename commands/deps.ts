import type { Charts } from '../src/charts/charts.ts';
import type { ModerationClient } from '../src/client/client.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import type { InsightsJobs } from '../src/moderation/insights-jobs.ts';
import type { Keywords } from '../src/moderation/keywords.ts';
import type {
  Cases,
  Examiner,
  Inbox,
  KeywordHits,
  PipelineStatus,
  Policies,
} from '../src/moderation/ports.ts';
import type { WebhookState } from '../src/moderation/webhook-state.ts';
import type { Rulings } from '../src/moderation/ruling-ports.ts';
import type { TaggingSessions } from '../src/moderation/tagging.ts';

/** What commands work with; `src/app.ts` gives it to them. */
export interface CommandDeps {
  readonly service: ModerationClient;
  readonly policies: Policies;
  readonly cases: Cases;
  readonly rulings: Rulings;
  readonly keywordHits: KeywordHits;
  readonly keywords: Keywords;
  readonly tagging: TaggingSessions;
  readonly inbox: Inbox;
  readonly insightsJobs: InsightsJobs;
  readonly charts: Charts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly examiner: Examiner;
  /** Tells a guild's moderators, in their channel. Best effort; whoever asked need not wait for Discord's rate limits there. */
  announce(guildId: string, text: string): void;
  pipelineStatus(): PipelineStatus;
  webhookState(): WebhookState;
  /** Where the service posts its events; null while that is not known. */
  webhookUrl(): string | null;
  /** `MODERATOR_CHANNEL`: a name or an id. */
  readonly moderatorChannel: string;
}
