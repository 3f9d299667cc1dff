import { request } from 'undici';
import type { StatusView } from '../../../src/sandbox/page/protocol/events.ts';

/** Reads the bot's status from its metrics, as an operator's monitoring does. */
export function createStatusReader(botUrl: () => string): () => Promise<StatusView> {
  let previous = { answers: 0, seconds: 0 };
  let serviceMs: number | null = null;
  return async () => {
    const { body } = await request(`${botUrl()}/metrics`);
    const { answers, seconds, ...status } = parseStatus(await body.text());
    // A histogram only grows, so its growth since the last read comes from recent answers.
    if (answers > previous.answers) {
      serviceMs = (1000 * (seconds - previous.seconds)) / (answers - previous.answers);
    }
    previous = { answers, seconds };
    return { ...status, serviceMs };
  };
}

function parseStatus(
  text: string,
): Omit<StatusView, 'serviceMs'> & { answers: number; seconds: number } {
  const samples = parseMetrics(text);
  const sum = (name: string, isCounted: (labels: string) => boolean = () => true): number =>
    samples
      .filter((sample) => sample.name === `portcullis_${name}` && isCounted(sample.labels))
      .reduce((total, { value }) => total + value, 0);
  const isUp = (part: string): boolean => sum('part_up', (labels) => labels.includes(part)) === 1;
  return {
    isDiscordUp: isUp('gateway'),
    isServiceUp: isUp('service'),
    queue: sum('queue_depth'),
    messagesChecked: sum('messages_total', (labels) => !labels.includes('skipped')),
    answers: sum('service_latency_seconds_count'),
    seconds: sum('service_latency_seconds_sum'),
    cases: sum('messages_total', (labels) => /acted|unchecked/.test(labels)),
    casesOpen: sum('cases_open'),
  };
}

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Parses Prometheus' text format. */
function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_]+)(\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    return name === undefined || value === undefined
      ? []
      : [{ name, labels, value: Number(value) }];
  });
}
