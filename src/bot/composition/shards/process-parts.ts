import type { AppError } from '../../../shared/errors.ts';
import type { Charts } from '../../charts/charts.ts';
import type { ModerationClient } from '../../../service-api/client/client.ts';
import type { CommandSet } from '../../command-deps.ts';
import type { Settings } from '../../config/config.ts';
import type { InteractionEvent } from '../../interactions/interaction-event.ts';
import type { InvalidRequestLimit } from '../../rest/invalid-requests.ts';
import type { Metrics } from '../../listener/metrics.ts';
import type { Leases } from '../../leases/leases.ts';
import type { Downloads } from '../../domain/downloads.ts';
import type { KeywordRegistry, Keywords } from '../../domain/keywords.ts';
import type { PictureReader } from '../../domain/pictures/picture-ports.ts';
import type { PostLimiter } from '../../domain/posts/post-limiter.ts';
import type { MessageEvent } from '../../judging/outcome.ts';
import type { State } from '../../storage/state.ts';
import type { DiscordAccess } from '../../gateway/before-login.ts';
import type { ProcessContext } from '../process-context.ts';
import type { EmbeddedService } from '../connected-service.ts';
import type { Webhooks } from '../../webhooks/registration/webhooks.ts';

/** Everything that the groups of shards in a process share. */
export interface ProcessParts {
  readonly context: ProcessContext;
  readonly config: Settings;
  readonly discord: DiscordAccess;
  readonly state: State;
  readonly stateKey: Buffer;
  readonly leases: Leases;
  readonly metrics: Metrics;
  readonly service: ModerationClient;
  /** Null: the service is remote. */
  readonly embedded: EmbeddedService | null;
  readonly keywords: Keywords & KeywordRegistry;
  /** Discord counts rejected requests per IP address, whatever shard they are for. */
  readonly invalidRequests: InvalidRequestLimit;
  readonly webhooks: Webhooks;
  readonly charts: Charts;
  readonly downloads: Downloads;
  readonly pictureReader: PictureReader;
  readonly commandSet: CommandSet;
  /** The server of `FALLBACK_CHANNEL`. Null: not known, or there is no such channel. */
  readonly fallbackGuildId: string | null;
  readonly waits: Waits;
  readonly postLimiter: PostLimiter | null;
  readonly observe: (event: MessageEvent) => void;
  readonly observeInteraction: (event: InteractionEvent) => void;
  /** Discord ended a session permanently. */
  readonly onEnded: (error: AppError) => void;
}

/** Times in milliseconds. */
export interface Waits {
  /** How long an alert waits, in case there is more to show on it. */
  readonly alertDelayMs: number;
  /** How long a notice waits, in case an incident begins. */
  readonly noticeDelayMs: number;
  /** An author gets at most one notice in this time. Undefined: the pipeline's default. */
  readonly noticeIntervalMs: number | undefined;
  /** The shortest time between two edits of an incident's post. */
  readonly incidentEditMs: number;
}
