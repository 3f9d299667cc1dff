import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import type { InsightsResult } from '../../src/client/insights.ts';
import type { Component, ComponentCall, Reply } from '../../src/discord/interactions/command.ts';
import { defuse, spoiler } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { StartedQuery } from '../../src/moderation/insights-jobs.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { pagedReply } from '../shared/page-row.ts';
import { answers, samples as texts } from '../texts/insights.ts';
import { jobOf } from './jobs.ts';
import { formatScore } from './scores.ts';

/** Of at most 300 characters each, so a page fits into an embed. */
const PAGE_SIZE = 10;
const SAMPLE_LENGTH = 300;
const OPEN_ID = 'insights-open';
const PAGE_ID = 'insights-page';
/** What Discord allows, less the longest of what else stands in one. */
const LONGEST_JOB = 100 - `${PAGE_ID}::high:9999`.length;

const ORDERS = ['low', 'high', 'new'] as const;
type Order = (typeof ORDERS)[number];

/**
 * The service mixes the samples of all servers of an account. With several of them, one server's moderators would read what
 * was written in another.
 */
export function maySeeSamples({
  interaction,
}: {
  interaction: { client: { guilds: { cache: { size: number } } } };
}): boolean {
  return interaction.client.guilds.cache.size === 1;
}

/** To the messages, in each order. None for a job whose id is too long for a button. */
export function sampleButtons({
  jobId,
  metric,
}: Pick<
  StartedQuery,
  'jobId' | 'metric'
>): APIActionRowComponent<APIComponentInMessageActionRow>[] {
  const job = encodeURIComponent(jobId);
  if (job.length > LONGEST_JOB) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: ORDERS.map((order) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: texts.buttons[metric][order],
        custom_id: [OPEN_ID, job, order].join(':'),
      })),
    },
  ];
}

export const samplesButton: Component<CommandDeps> = {
  id: OPEN_ID,
  answer: { kind: 'private' },
  run: (call, args, deps) => showPage(call, args, deps),
};

export const samplePages: Component<CommandDeps> = {
  id: PAGE_ID,
  answer: { kind: 'update' },
  run: (call, args, deps) => showPage(call, args, deps),
};

/** Read anew each time: the bot keeps nothing of what was written. */
async function showPage(
  call: ComponentCall,
  [encoded = '', orderWord = '', wanted = '0']: readonly string[],
  deps: CommandDeps,
): Promise<Reply> {
  if (!maySeeSamples(call)) throw new UserError(answers.onlyNumbers);
  const job = await jobOf(call.guild.id, decodeURIComponent(encoded), deps);
  const order = ORDERS.find((known) => known === orderWord) ?? 'new';
  const results = await deps.service.insights.results(
    { jobid: job.jobId, metric: job.metric },
    { signal: call.signal },
  );
  return pagedReply({
    ...texts,
    all: inOrder(results, order),
    size: PAGE_SIZE,
    wanted: Number(wanted),
    line: ({ score, requestTimeMs, sample }) =>
      texts.line(
        score === null ? texts.noScore : formatScore(score),
        moment(requestTimeMs),
        spoiler(defuse(sample, SAMPLE_LENGTH) || '–'),
      ),
    title: texts.titles[job.metric][order],
    customId: (to) => [PAGE_ID, encoded, order, to].join(':'),
  });
}

/** Those without a score come last. */
function inOrder(results: readonly InsightsResult[], order: Order): InsightsResult[] {
  switch (order) {
    case 'new':
      return [...results];
    case 'low':
      return [...results].sort((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity));
    case 'high':
      return [...results].sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  }
}
