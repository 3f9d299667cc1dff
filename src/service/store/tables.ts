import type { Generated, Kysely } from 'kysely';
import type { JobStatus, Metric } from '../../service-api/schemas/insights.ts';

/* The tables of the service. Times are milliseconds since the Unix epoch; every row belongs to an account. */

interface Counts {
  passed: number;
  flagged: number;
  deleted: number;
}

export interface ServiceTables {
  /** The running instances. `seen_ms` is by the database's clock. */
  instances: { id: string; seen_ms: number };
  /** Numbers that grow with each change to data that instances keep in memory. */
  revisions: { name: string; revision: number };
  /** Accounts beside the main one. `key_hash` is the SHA-256 of the key, in hexadecimal. */
  accounts: { name: string; key_hash: string; created_ms: number; revoked_ms: number | null };
  samples: {
    id: Generated<number>;
    account: string;
    time_ms: number;
    sample: string;
    sentiment: number;
    political: number;
    vulgarity: number;
    version: string;
  };
  statistics_records: Counts & { account: string; closes_ms: number };
  statistics_lifetime: Counts & { account: string };
  insights_jobs: {
    number: Generated<number>;
    id: string;
    account: string;
    metric: Metric;
    from_ms: number;
    to_ms: number;
    max_results: number;
    status: JobStatus;
    ended_ms: number | null;
    /** The instance that runs it. */
    claimed_by: string | null;
  };
  insights_results: {
    job: string;
    position: number;
    sample: string;
    score: number;
    time_ms: number;
    version: string;
  };
  keyword_alerts: { account: string; webhook: string; include_full_message: 0 | 1 };
  keywords: { account: string; normalised: string; keyword: string };
  /** The last statistics search of each account. */
  statistics_searches: { account: string; searched_ms: number };
  addon_secrets: { account: string; secret: string };
  outbox: {
    id: Generated<number>;
    webhook: string;
    body: string;
    delivery: 'retried' | 'once';
    created_ms: number;
    attempts: Generated<number>;
    due_ms: number;
  };
  /** Which instance delivers a webhook's events. */
  outbox_claims: { webhook: string; claimed_by: string };
  tagging_sessions: {
    account: string;
    convo_id: string;
    instance_id: string;
    url: string;
    webhook: string | null;
    state: 'provisioning' | 'running' | 'finished';
    stop_reason: string | null;
    tags: string;
    undocumented_tags: string;
    /** 1: only the beginning of the media was transcribed. */
    is_cut: number;
    transcript: Buffer | null;
    created_ms: number;
    /** The instance that runs the session, or ran it. */
    claimed_by: string | null;
  };
  property_settings: { account: string; property_id: string; key: string; value: string };
  property_days: Counts & { account: string; property_id: string; day: string; events: number };
  property_events: {
    id: Generated<number>;
    account: string;
    property_id: string;
    time_ms: number;
    type: string;
    detail: string;
  };
}

export type ServiceDatabase = Kysely<ServiceTables>;
