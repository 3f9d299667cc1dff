import { JobFailedError } from '../../src/service-api/client/errors.ts';
import type { InsightsQuery } from '../../src/service-api/client/groups/insights.ts';
import {
  type CommandDeps,
  type Reply,
  SAMPLE_RETENTION_MS,
  type SlashCall,
  type StartedQuery,
  startedQuerySchema,
} from '../../src/bot/command-kit.ts';
import { errorMessage, UserError } from '../../src/shared/errors.ts';
import { explainServiceFailure } from '../explain.ts';
import { readSpan } from '../shared/span-input.ts';
import { shownId } from './jobs.ts';
import { resultsReply } from './reply.ts';

const DEFAULT_RESULTS = 1000;
/** By the time it is checked, "7 days ago" is slightly more than seven days ago. */
const TOLERANCE_MS = 60_000;

export async function runQuery(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction, t } = call;
  const { fromMs, toMs } = await readSpan(call, deps);
  const nowMs = deps.clock.now();
  if (fromMs >= toMs) throw new UserError(t('times:wrongOrder'));
  if (fromMs < nowMs - SAMPLE_RETENTION_MS - TOLERANCE_MS) {
    throw new UserError(t('insights:reply.tooOld'));
  }
  // Discord only accepts one of the choices.
  const metric = startedQuerySchema.shape.metric.parse(interaction.options.getString('metric'));
  const maxResults = interaction.options.getInteger('max') ?? DEFAULT_RESULTS;
  const query: InsightsQuery = { metric, fromMs, toMs, maxResults };

  let job: StartedQuery | null = null;
  let stored: Promise<void> = Promise.resolve();
  try {
    const results = await deps.service.insights.run(query, {
      signal,
      onProgress({ jobId, status }) {
        call.progress(t(`insights:reply.progress.${status}`));
        if (job !== null) return;
        job = { jobId, guildId: guild.id, userId: by.id, metric, fromMs, toMs, startedAtMs: nowMs };
        stored = store(job, deps);
      },
    });
    await stored;
    if (job === null) throw new Error('an insights query ended before it started');
    return await resultsReply(call, { job, results }, deps);
  } catch (error) {
    await stored;
    throw signal.aborted ? error : withJob(error, job, call);
  }
}

/** After a failure here, the results are shown once but not again later. */
async function store(job: StartedQuery, { insightsJobs, logger }: CommandDeps): Promise<void> {
  try {
    await insightsJobs.add(job);
  } catch (error) {
    logger.error({ reason: errorMessage(error) }, 'storing an insights query failed');
  }
}

/** A started query continues even if the connection to the service is lost. */
function withJob(error: unknown, job: StartedQuery | null, { t, mention }: SlashCall): unknown {
  const explanation = explainServiceFailure(error, { t });
  if (job === null || explanation === null || error instanceof JobFailedError) return error;
  const continues = t('insights:reply.continues', {
    command: mention('insights results'),
    id: shownId(job),
  });
  return new UserError(`${explanation} ${continues}`, { cause: error });
}
