import type { InsightsGroup } from '../../src/service-api/client/groups/insights.ts';
import type { CommandDeps, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { chosenJob, jobText } from './jobs.ts';
import { resultsReply } from './reply.ts';

type JobStatus = Awaited<ReturnType<InsightsGroup['status']>>['status'];

export async function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const job = await chosenJob(call, deps);
  const { status } = await deps.service.insights.status(job.jobId, { signal: call.signal });
  return { content: jobText(statusText(status, call), job, call.t) };
}

export async function showResults(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { signal, t } = call;
  const job = await chosenJob(call, deps);
  const { insights } = deps.service;
  const { status } = await insights.status(job.jobId, { signal });
  if (status === 'Finished') {
    const results = await insights.results({ jobid: job.jobId, metric: job.metric }, { signal });
    return resultsReply(call, { job, results }, deps);
  }
  const state = statusText(status, call);
  const sentence = status === 'Failed' ? state : `${t('insights:reply.noResultsYet')} ${state}`;
  return { content: jobText(sentence, job, t) };
}

function statusText(status: JobStatus, { t, mention }: SlashCall): string {
  const command = mention(status === 'Finished' ? 'insights results' : 'insights query');
  return t(`insights:reply.status.${status}`, { command });
}
