import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';
import { isoTimeSchema, utcSecondSchema } from './time.ts';

/** `GET`: the lifetime counters (interface.md, "Moderation statistics"). */
export const STATISTICS_PATH = '/stats/moderation';
/** `POST`: the records of a time span. */
export const STATISTICS_SEARCH_PATH = '/stats/moderation/search';

/** "Once every two minutes" (interface.md, "Limits"). */
export const SEARCH_INTERVAL_MS = 2 * 60 * 1_000;
/** The most records a search returns: one a minute for 24 hours. */
export const MAX_SEARCH_RECORDS = 1_440;
/** A record is about 60 seconds long, stops recording at second 55 and is stamped at most 10 s later. */
export const RECORD_INTERVAL_MS = 60_000;
export const RECORD_CLOSES_AT_MS = 55_000;
export const MAX_STAMP_DELAY_MS = 10_000;

const HOUR_MS = 60 * 60 * 1_000;

/** Rounding of both ends of a span: 20:27 becomes 20:00, 21:30 becomes 22:00 (interface.md, "Limits"). */
export function roundToHourMs(atMs: number): number {
  return Math.round(atMs / HOUR_MS) * HOUR_MS;
}

/** An integer in a string. The limit of 40 digits exceeds any counter and keeps parsing cheap. */
const counterSchema = z.string().regex(/^\d{1,40}$/, 'expected a string holding an integer');

export const lifetimeCountersSchema = z.looseObject({
  commentsPassed: counterSchema,
  commentsTotal: counterSchema,
  commentsDeleted: counterSchema,
  commentsFlagged: counterSchema,
});
export type LifetimeCounters = z.infer<typeof lifetimeCountersSchema>;

export const lifetimeCountersEnvelopeSchema = envelopeSchema(lifetimeCountersSchema);
export type LifetimeCountersEnvelope = z.infer<typeof lifetimeCountersEnvelopeSchema>;

export const statisticsSearchRequestSchema = z.looseObject({
  timefrom: utcSecondSchema,
  timeto: utcSecondSchema,
});
export type StatisticsSearchRequest = z.infer<typeof statisticsSearchRequestSchema>;

const countSchema = z.int().min(0);

export const statisticsRecordSchema = z.looseObject({
  /** Samples that were allowed. */
  commentsPassed: countSchema,
  /** All samples, denied and allowed. */
  commentsTotal: countSchema,
  commentsDeleted: countSchema,
  /** Samples flagged for the platform's review. */
  commentsFlagged: countSchema,
  requestTime: z.looseObject({ value: isoTimeSchema }),
});
export type StatisticsRecord = z.infer<typeof statisticsRecordSchema>;

export const statisticsSearchEnvelopeSchema = envelopeSchema(z.array(statisticsRecordSchema));
export type StatisticsSearchEnvelope = z.infer<typeof statisticsSearchEnvelopeSchema>;

/** "A string response saying records are empty and to retry later"; the exact words are ours. */
export const EMPTY_RECORDS_SENTENCE = 'Records are empty. Please try again later.';

/** True if the message of a refused search says that its records are empty. */
export function saysRecordsAreEmpty(sentence: string): boolean {
  return /\brecords?\b.*\bempty\b|\bempty\b.*\brecords?\b/i.test(sentence);
}
