import {
  type AutocompleteCall,
  type Caller,
  type Choice,
  type CommandDeps,
  defuse,
  duration,
  type SlashCall,
  type StartedQuery,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { spanText } from '../shared/time-text.ts';

/** Finds a query by id. Throws a `UserError` if this server did not start it. */
export async function jobOf(
  { guild, t, mention }: Caller,
  jobId: string,
  { insightsJobs }: CommandDeps,
): Promise<StartedQuery> {
  const job = await insightsJobs.get(guild.id, jobId);
  if (job === null) {
    throw new UserError(t('insights:reply.unknownJob', { command: mention('insights query') }));
  }
  return job;
}

export function chosenJob(call: SlashCall, deps: CommandDeps): Promise<StartedQuery> {
  return jobOf(call, call.interaction.options.getString('job', true), deps);
}

export async function suggestJobs(
  { interaction, guild, t }: AutocompleteCall,
  deps: CommandDeps,
): Promise<Choice[]> {
  const typed = interaction.options.getFocused().toLowerCase();
  const jobs = await deps.insightsJobs.list(guild.id);
  const nowMs = deps.clock.now();
  return jobs.flatMap(({ jobId, metric, fromMs, toMs, startedAtMs }) => {
    const minutesAgo = Math.max(1, Math.round((nowMs - startedAtMs) / 60_000));
    const name = t('insights:reply.suggestion', {
      metric: t(`insights:metrics.${metric}`),
      length: duration(t.language, Math.round((toMs - fromMs) / 1000)),
      ago: duration(t.language, minutesAgo * 60),
    });
    const isMatch = jobId.includes(typed) || name.toLowerCase().includes(typed);
    return isMatch ? [{ name, value: jobId }] : [];
  });
}

/** A sentence about a query, and its details. */
export function jobText(sentence: string, job: StartedQuery, t: Translate): string {
  const details = t('insights:reply.job', {
    metric: t(`insights:metrics.${job.metric}`),
    span: spanText(job, t),
    id: shownId(job),
  });
  return `${sentence}\n-# ${details}`;
}

/** The service chooses the id, so it may contain anything. */
export function shownId({ jobId }: Pick<StartedQuery, 'jobId'>): string {
  return defuse(jobId, 100).replaceAll('`', '');
}
