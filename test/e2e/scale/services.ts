import { expect, vi } from 'vitest';
import { z } from 'zod';
import { badText, harmlessText } from '../../../scripts/bench/raid/texts.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { startBalancer } from '../../helpers/servers/balancer.ts';

/** Instances of the service on one database, behind a load balancer. They stop when the test ends. */
export interface Services {
  /** The load balancer's URL. */
  readonly url: string;
  readonly apiKey: string;
  readonly pids: readonly number[];
}

/** Messages of members, judged by the service. No two are similar, so they are no incident. */
export interface Texts {
  readonly bad: readonly string[];
  readonly harmless: readonly string[];
}

const lineSchema = z.object({ baseUrl: z.string() });
const verdictSchema = z.object({
  response: z.object({ suggestedAction: z.tuple([z.string()]).rest(z.number()) }),
});
const API_KEY = 'a-key-for-the-services';
const AT_ONCE = 16;
/** Reading the engine's weights takes long on a busy machine. */
const STARTS_WITHIN_MS = 60_000;

export async function startServices(stateUrl: string, count: number): Promise<Services> {
  const urls: string[] = [];
  const pids: number[] = [];
  // One after the other, because each uses the CPU for seconds before it listens.
  for (let index = 0; index < count; index += 1) {
    const env = { SERVICE_STATE_URL: stateUrl, MODERATION_API_KEY: API_KEY };
    const child = startChild('scripts/service.ts', { env });
    await vi.waitFor(() => expect(child.stdout()).toContain('\n'), { timeout: STARTS_WITHIN_MS });
    urls.push(lineSchema.parse(await child.firstLine()).baseUrl);
    pids.push(child.pid);
  }
  return { url: await startBalancer(urls), apiKey: API_KEY, pids };
}

/** Asks the service, so that the texts stay right when its engine changes. */
export async function chooseTexts(
  { url, apiKey }: Services,
  counts: { bad: number; harmless: number },
): Promise<Texts> {
  async function suggestedFor(sample: string): Promise<string> {
    const answer = await fetch(`${url}/text/moderation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-api-auth': apiKey },
      body: JSON.stringify({ sample }),
    });
    return verdictSchema.parse(await answer.json()).response.suggestedAction[0];
  }

  async function choose(count: number, textOf: (index: number) => string, action: string) {
    const chosen: string[] = [];
    for (let index = 0; chosen.length < count; index += AT_ONCE) {
      const texts = Array.from({ length: AT_ONCE }, (_, offset) => textOf(index + offset));
      const actions = await Promise.all(texts.map(suggestedFor));
      chosen.push(...texts.filter((_, at) => actions[at] === action));
    }
    return chosen.slice(0, count);
  }

  return {
    bad: await choose(
      counts.bad,
      (index) => badText(index).replace('[delete]', 'go kill yourself'),
      'delete',
    ),
    harmless: await choose(counts.harmless, harmlessText, 'pass'),
  };
}
