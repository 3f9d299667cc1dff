import type {
  AddonControl,
  Cases,
  CaseStatistics,
  Charts,
  GuildEraser,
  History,
  Inbox,
  IncidentControl,
  Incidents,
  InsightsJobs,
  KeywordHits,
  Keywords,
  ManualActions,
  MemberData,
  ModeratorActions,
  NativeRules,
  PipelineStatus,
  Policies,
  Policy,
  PolicyPreview,
  Preview,
  PurgeSearch,
  ReviewControl,
  Reviews,
  ServerPauses,
  ServerWords,
  TaggingSessions,
  Translate,
  WebhookState,
} from '../src/bot/command-kit.ts';
import type { ModerationClient } from '../src/service-api/client/client.ts';
import type { Clock } from '../src/shared/clock.ts';
import type { Logger } from '../src/shared/logger.ts';
import type { Questions } from './shared/questions.ts';

/** The dependencies of commands, created in `src/bot/composition/app.ts`. */
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
