import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type GuildMember,
} from 'discord.js';
import type { InsightsResult } from '../../src/service-api/client/groups/insights.ts';
import {
  type Call,
  type CommandDeps,
  type Component,
  type ComponentCall,
  defuse,
  hasAllServers,
  type Reply,
  seesAllChannels,
  spoiler,
  type StartedQuery,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { pagedReply } from '../shared/page-row.ts';
import { jobOf } from './jobs.ts';
import { formatScore } from './scores.ts';

/** Ten samples of this length fit into an embed. */
const PAGE_SIZE = 10;
const SAMPLE_LENGTH = 300;
const OPEN_ID = 'insights-open';
const PAGE_ID = 'insights-page';
/** A custom id has at most 100 characters, including the other parts. */
const MAX_JOB_LENGTH = 100 - `${PAGE_ID}::high:9999`.length;

const ORDERS = ['low', 'high', 'new'] as const;
type Order = (typeof ORDERS)[number];

/**
 * The reason to hide the messages; null: show them. The service returns the samples of all servers of an account together,
 * and doesn't name a message's channel.
 */
export function reasonToHideSamples({ guild, interaction, t }: ReaderCall): string | null {
  const reason = whyHidden({
    servers: hasAllServers(guild.client) ? guild.client.guilds.cache.size : null,
    isAllVisible: seesAllChannels(guild, interaction.member),
  });
  return reason === null ? null : t(`insights:reply.${reason}`);
}

/**
 * `servers`: number of the bot's servers; null: unknown here, because others are on other shards. `isAllVisible`: the
 * reader can see every channel.
 */
export function whyHidden({
  servers,
  isAllVisible,
}: {
  servers: number | null;
  isAllVisible: boolean;
}) {
  if (servers === null || servers > 1) return 'numbersOnly';
  return isAllVisible ? null : 'hiddenChannels';
}

type ReaderCall = Pick<Call<{ readonly member: GuildMember }>, 'guild' | 'interaction' | 't'>;

/** Buttons that show the messages in each order. None if the query's id is too long for a button. */
export function sampleButtons(
  { jobId, metric }: Pick<StartedQuery, 'jobId' | 'metric'>,
  t: Translate,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
  const job = encodeURIComponent(jobId);
  if (job.length > MAX_JOB_LENGTH) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: ORDERS.map((order) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: t(`insights:reply.button.${metric}.${order}`),
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

/** Fetches the samples each time, because the bot does not store people's messages. */
async function showPage(
  call: ComponentCall,
  [encodedJob = '', orderName = '', wanted = '0']: readonly string[],
  deps: CommandDeps,
): Promise<Reply> {
  const { t } = call;
  const reason = reasonToHideSamples(call);
  if (reason !== null) throw new UserError(reason);
  const job = await jobOf(call, decodeURIComponent(encodedJob), deps);
  const order = ORDERS.find((name) => name === orderName) ?? 'new';
  const results = await deps.service.insights.results(
    { jobid: job.jobId, metric: job.metric },
    { signal: call.signal },
  );
  return pagedReply({
    all: sorted(results, order),
    size: PAGE_SIZE,
    wanted: Number(wanted),
    line({ score, requestTimeMs, sample }) {
      const shownScore = score === null ? t('insights:reply.noScore') : formatScore(score, t);
      const shownSample = spoiler(defuse(sample, SAMPLE_LENGTH) || '–');
      return `**${shownScore}** · ${timestamp(requestTimeMs)} ${shownSample}`;
    },
    title: t(`insights:reply.samples.${job.metric}.${order}`),
    footer: (page, pages, count) => t('insights:reply.page', { page, pages, count }),
    back: t('insights:reply.back'),
    forward: t('insights:reply.next'),
    customId: (to) => [PAGE_ID, encodedJob, order, to].join(':'),
  });
}

/** Results without a score come last. */
function sorted(results: readonly InsightsResult[], order: Order): InsightsResult[] {
  switch (order) {
    case 'new':
      return [...results];
    case 'low':
      return [...results].sort((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity));
    case 'high':
      return [...results].sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  }
}
