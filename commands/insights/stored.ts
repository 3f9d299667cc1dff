import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import type { CommandDeps } from '../deps.ts';
import { answers } from '../texts/insights.ts';
import { chosenJob, jobLine } from './jobs.ts';
import { resultsReply } from './reply.ts';

export async function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const job = await chosenJob(call, deps);
  const { status } = await deps.service.insights.status(job.jobId, { signal: call.signal });
  return { content: jobLine(answers.status[status], job) };
}

export async function showResults(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { signal } = call;
  const job = await chosenJob(call, deps);
  const { insights } = deps.service;
  const { status } = await insights.status(job.jobId, { signal });
  if (status === 'Failed') return { content: jobLine(answers.status.Failed, job) };
  if (status !== 'Finished') {
    return { content: jobLine(answers.notFinished(answers.status[status]), job) };
  }
  const results = await insights.results({ jobid: job.jobId, metric: job.metric }, { signal });
  return resultsReply(call, { job, results }, deps);
}
