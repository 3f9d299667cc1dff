import type { InsightsQuery } from '../../src/client/insights.ts';
import { JobFailedError } from '../../src/client/errors.ts';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { messageOf, UserError } from '../../src/lib/errors.ts';
import { SAMPLE_RETENTION_MS, startedQuerySchema } from '../../src/moderation/insights-jobs.ts';
import type { StartedQuery } from '../../src/moderation/insights-jobs.ts';
import type { CommandDeps } from '../deps.ts';
import { explainServiceFailure } from '../explain.ts';
import { readSpan } from '../shared/span-input.ts';
import { answers } from '../texts/insights.ts';
import { shownId } from './jobs.ts';
import { resultsReply } from './reply.ts';

const DEFAULT_RESULTS = 1000;
/** Seven days ago, written a moment ago. */
const SLACK_MS = 60_000;

export async function runQuery(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction } = call;
  const { fromMs, toMs } = await readSpan(call, deps);
  const nowMs = deps.clock.now();
  if (fromMs >= toMs) throw new UserError(answers.wrongOrder);
  if (fromMs < nowMs - SAMPLE_RETENTION_MS - SLACK_MS) throw new UserError(answers.tooOld);
  // One of the choices, as Discord makes sure.
  const metric = startedQuerySchema.shape.metric.parse(interaction.options.getString('metric'));
  const maxResults = interaction.options.getInteger('max') ?? DEFAULT_RESULTS;
  const query: InsightsQuery = { metric, fromMs, toMs, maxResults };

  let job: StartedQuery | null = null;
  let remembered: Promise<void> = Promise.resolve();
  try {
    const results = await deps.service.insights.run(query, {
      signal,
      onProgress({ jobId, status }) {
        call.progress(answers.progress[status]);
        if (job !== null) return;
        job = { jobId, guildId: guild.id, userId: by.id, metric, fromMs, toMs, startedAtMs: nowMs };
        remembered = remember(job, deps);
      },
    });
    await remembered;
    if (job === null) throw new Error('an insights query ended without having begun');
    return await resultsReply(call, { job, results }, deps);
  } catch (error) {
    await remembered;
    throw signal.aborted ? error : lostOr(error, job);
  }
}

/** Without it the results are shown all the same; only they cannot be asked for again. */
async function remember(job: StartedQuery, { insightsJobs, logger }: CommandDeps): Promise<void> {
  try {
    await insightsJobs.add(job);
  } catch (error) {
    logger.error({ reason: messageOf(error) }, 'an insights query could not be remembered');
  }
}

/** A query that was begun goes on although nobody could follow it. */
function lostOr(error: unknown, job: StartedQuery | null): unknown {
  const why = explainServiceFailure(error);
  if (job === null || why === null || error instanceof JobFailedError) return error;
  return new UserError(answers.lost(why, shownId(job)), { cause: error });
}
