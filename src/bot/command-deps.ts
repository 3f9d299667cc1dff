import type { DispatchDeps } from './interactions/dispatch.ts';
import type { AnyComponent, Command } from './interactions/command.ts';
import type { Charts } from './charts/charts.ts';
import type { ModeratorActions } from './domain/actions/moderator-action-ports.ts';
import type { AddonControl } from './domain/addon-control.ts';
import type { CaseStatistics } from './domain/figures/case-figures.ts';
import type {
  IncidentControl,
  Incidents,
  ServerPauses,
} from './domain/incidents/incident-ports.ts';
import type { InsightsJobs } from './domain/insights-jobs.ts';
import type { Keywords } from './domain/keywords.ts';
import type { ManualActions, PurgeSearch } from './domain/manual/manual-ports.ts';
import type { Policy } from './domain/policy/policy.ts';
import type { Cases, History, Policies } from './domain/ports.ts';
import type { PipelineStatus } from './domain/pipeline-status.ts';
import type { Inbox } from './domain/events.ts';
import type { KeywordHits } from './domain/keyword-hits.ts';
import type { PolicyPreview, Preview } from './domain/preview.ts';
import type { ReviewControl, Reviews } from './domain/reviews/review-ports.ts';
import type { GuildEraser, MemberData, MemberErasures } from './domain/stored-data.ts';
import type { MailControl } from './domain/mail/mail.ts';
import type { MemberNotes } from './domain/member-notes.ts';
import type { TaggingSessions } from './domain/tagging.ts';
import type { WebhookState } from './domain/webhook-state.ts';
import type { NativeRules } from './domain/words/native-rules.ts';
import type { KnownPictures } from './domain/pictures/known-pictures.ts';
import type { PictureReader } from './domain/pictures/picture-ports.ts';
import type { Downloads } from './domain/downloads.ts';
import type { Snapshot } from './domain/snapshot.ts';
import type { PictureCounts } from './judging/picture-checks.ts';
import type { ServerWords } from './domain/words/server-words.ts';
import type { Translate } from './locales/translate.ts';
import type { ModerationClient } from '../service-api/client/client.ts';
import type { Clock } from '../shared/clock.ts';
import type { Logger } from '../shared/logger.ts';
import type { Questions } from './interactions/questions.ts';

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
  readonly knownPictures: KnownPictures;
  readonly pictureReader: PictureReader;
  readonly downloads: Downloads;
  /** Compares the pictures of a message again, because a list has changed. */
  recheckPictures(snapshot: Snapshot): void;
  /** A server's pictures that wait or could not be compared. */
  pictureCounts(guildId: string): PictureCounts;
  readonly nativeRules: NativeRules;
  readonly addons: AddonControl;
  /** The only server that may change the account's add-ons; null: none may. */
  readonly operatorGuildId: string | null;
  readonly tagging: TaggingSessions;
  readonly inbox: Inbox;
  readonly memberData: MemberData;
  readonly memberErasures: MemberErasures;
  readonly memberNotes: MemberNotes;
  readonly mail: MailControl;
  readonly guildEraser: GuildEraser;
  /** How many days cases are kept in servers that haven't set this. */
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
    /** The previous settings: if they have another moderator channel, the text is posted there, too. */
    former?: Policy,
  ): void;
  /** Null: there are no other processes. */
  readonly processName: string | null;
  pipelineStatus(): PipelineStatus;
  /** How many recordings of a server wait to be checked. */
  recordingsWaiting(guildId: string): number;
  webhookState(): WebhookState;
  /** The URL the service posts its events to; null while unknown. */
  webhookUrl(): string | null;
  /** `MODERATOR_CHANNEL`: a name or an id. */
  readonly moderatorChannel: string;
}

/** All commands, and what belongs to them. */
export interface CommandSet {
  readonly commands: readonly Command<CommandDeps>[];
  /** Those of them that a server has only after switching them on. */
  readonly advanced: readonly Command<CommandDeps>[];
  /** Handlers of buttons, selects and modals. */
  readonly components: readonly AnyComponent<CommandDeps>[];
  /** Explains an expected failure to the person who ran the command; null: it is unexpected. */
  readonly explain: DispatchDeps<CommandDeps>['explain'];
}
