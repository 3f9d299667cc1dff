import type { Charts } from '../src/charts/charts.ts';
import type { ModerationClient } from '../src/client/client.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import type { AddonControl } from '../src/moderation/addon-control.ts';
import type { InsightsJobs } from '../src/moderation/insights-jobs.ts';
import type { Translate } from '../src/locales/translate.ts';
import type { CaseStatistics } from '../src/moderation/figures/case-figures.ts';
import type { Keywords } from '../src/moderation/keywords.ts';
import type { NativeRules } from '../src/moderation/words/native-rules.ts';
import type { ServerWords } from '../src/moderation/words/server-words.ts';
import type {
  Cases,
  History,
  Preview,
  Inbox,
  KeywordHits,
  PipelineStatus,
  Policies,
  PolicyPreview,
} from '../src/moderation/ports.ts';
import type { Policy } from '../src/moderation/policy/policy.ts';
import type { WebhookState } from '../src/moderation/webhook-state.ts';
import type { ManualActions, PurgeSearch } from '../src/moderation/manual/manual-ports.ts';
import type { ModeratorActions } from '../src/moderation/actions/moderator-action-ports.ts';
import type {
  IncidentControl,
  Incidents,
  ServerPauses,
} from '../src/moderation/incidents/incident-ports.ts';
import type { ReviewControl, Reviews } from '../src/moderation/reviews/review-ports.ts';
import type { Questions } from './shared/questions.ts';
import type { GuildEraser, MemberData } from '../src/moderation/stored-data.ts';
import type { TaggingSessions } from '../src/moderation/tagging.ts';

/** The dependencies of commands, created in `src/app.ts`. */
export interface CommandDeps {
  readonly service: ModerationClient;
  readonly policies: Policies;
  readonly cases: Cases;
  readonly caseStatistics: CaseStatistics;
  readonly moderatorActions: ModeratorActions;
  readonly manualActions: ManualActions;
  readonly purgeSearch: PurgeSearch;
  readonly incidents: Incidents;
  readonly incidentControl: IncidentControl;
  readonly reviews: Pick<Reviews, 'get' | 'listOpen' | 'countOpen'>;
  readonly reviewControl: ReviewControl;
  readonly serverPauses: ServerPauses;
  readonly keywordHits: KeywordHits;
  readonly keywords: Keywords;
  readonly words: ServerWords;
  readonly nativeRules: NativeRules;
  readonly addons: AddonControl;
  /** The server that may change the account's add-ons; null: none may. */
  readonly operatorGuildId: string | null;
  readonly tagging: TaggingSessions;
  readonly inbox: Inbox;
  readonly memberData: MemberData;
  readonly guildEraser: GuildEraser;
  /** How many days cases are kept in servers that did not choose. */
  readonly caseDays: number;
  readonly insightsJobs: InsightsJobs;
  readonly charts: Charts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly preview: Preview;
  readonly policyPreview: PolicyPreview;
  readonly history: Pick<History, 'message'>;
  readonly questions: Questions;
  /** Posts in the moderator channel, in the server's language. Best effort, in the background. */
  announce(
    guildId: string,
    text: (t: Translate) => string,
    /** The settings until now: posts in their moderator channel, too, if it is another one. */
    former?: Policy,
  ): void;
  /** Null: there are no other processes. */
  readonly processName: string | null;
  pipelineStatus(): PipelineStatus;
  webhookState(): WebhookState;
  /** The URL the service posts its events to; null while unknown. */
  webhookUrl(): string | null;
  /** `MODERATOR_CHANNEL`: a name or an id. */
  readonly moderatorChannel: string;
}
