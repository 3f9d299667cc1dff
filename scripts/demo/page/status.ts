import { request } from 'undici';
import type { StatusView } from '../../../src/sandbox/page/protocol.ts';

/** Reads what the bot is doing from its metrics, as an operator's monitoring does. */
export async function readStatus(botUrl: string): Promise<StatusView> {
  const { body } = await request(`${botUrl}/metrics`);
  const samples = parseMetrics(await body.text());
  const sum = (name: string, isCounted: (labels: string) => boolean = () => true): number =>
    samples
      .filter((sample) => sample.name === `portcullis_${name}` && isCounted(sample.labels))
      .reduce((total, { value }) => total + value, 0);
  const isUp = (part: string): boolean => sum('part_up', (labels) => labels.includes(part)) === 1;
  const answers = sum('service_latency_seconds_count');
  return {
    isDiscordUp: isUp('gateway'),
    isServiceUp: isUp('service'),
    queue: sum('queue_depth'),
    messagesChecked: sum('messages_total', (labels) => !labels.includes('skipped')),
    serviceMs: answers === 0 ? null : (1000 * sum('service_latency_seconds_sum')) / answers,
    cases: sum('messages_total', (labels) => /acted|unchecked/.test(labels)),
    casesOpen: sum('cases_open'),
  };
}

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Prometheus' text format. */
function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_]+)(\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    return name === undefined || value === undefined
      ? []
      : [{ name, labels, value: Number(value) }];
  });
}
