import type {
  AutocompleteCall,
  Choice,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { duration } from '../../src/discord/texts.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { StartedQuery } from '../../src/moderation/insights-jobs.ts';
import type { CommandDeps } from '../deps.ts';
import { spanText } from '../shared/time-text.ts';
import { answers, metrics } from '../texts/insights.ts';

/** The query a server started; another server's is unknown to it. Throws a `UserError`. */
export async function jobOf(
  guildId: string,
  jobId: string,
  { insightsJobs }: CommandDeps,
): Promise<StartedQuery> {
  const job = await insightsJobs.get(guildId, jobId);
  if (job === null) throw new UserError(answers.unknownJob);
  return job;
}

export function chosenJob(call: SlashCall, deps: CommandDeps): Promise<StartedQuery> {
  return jobOf(call.guild.id, call.interaction.options.getString('job', true), deps);
}

export async function suggestJobs(call: AutocompleteCall, deps: CommandDeps): Promise<Choice[]> {
  const typed = call.interaction.options.getFocused().toLowerCase();
  const jobs = await deps.insightsJobs.list(call.guild.id);
  const nowMs = deps.clock.now();
  return jobs.flatMap(({ jobId, metric, fromMs, toMs, startedAtMs }) => {
    const span = duration(Math.round((toMs - fromMs) / 1000));
    const ago = duration(Math.max(60, Math.round((nowMs - startedAtMs) / 60_000) * 60));
    const name = answers.suggestion(metrics[metric].en, span, ago);
    const isMeant = jobId.includes(typed) || name.toLowerCase().includes(typed);
    return isMeant ? [{ name, value: jobId }] : [];
  });
}

export function jobLine(status: string, job: StartedQuery): string {
  return answers.aboutJob(status, metrics[job.metric].en, spanText(job), shownId(job));
}

/** The service made it up, so it may hold anything. */
export function shownId({ jobId }: Pick<StartedQuery, 'jobId'>): string {
  return defuse(jobId, 100).replaceAll('`', '');
}
