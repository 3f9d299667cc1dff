import { expect } from 'vitest';
import {
  analyticsResponseSchema,
  availableAnalyticsResponseSchema,
} from '../../../../src/service-api/schemas/property.ts';
import type {
  PropertyExecutor,
  PropertyStep,
} from '../../../../src/service-api/property-executor.ts';
import type { ServiceDeps } from '../../../../src/service/service.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { API_KEY, startService } from '../start.ts';

export const OTHER_KEY = 'another-key';
export const DAY_MS = 24 * 60 * 60 * 1_000;
export const NOON = Date.UTC(2025, 4, 10, 12);

export const ACTIONS = '/api/properties/actions';
export const SETTINGS = '/api/properties/settings';
export const ANALYTICS = '/api/properties/analytics';
export const AVAILABLE = '/api/properties/analytics/available';

export async function send(
  baseUrl: string,
  path: string,
  { body, key = API_KEY, method = 'POST' }: { body: unknown; key?: string; method?: string },
) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

export async function moderate(baseUrl: string, sample: string, metadata: object): Promise<void> {
  const response = await fetch(`${baseUrl}/text/moderation`, {
    method: 'POST',
    headers: { 'x-service-api-auth': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ sample, metadata }),
  });
  expect(response.status).toBe(200);
}

const OWNER = { status: 'refused', reason: 'It is the owner.', fix: 'No.' } as const;

/** Records and performs every step. User 9 is refused; user 8 is unavailable. */
function recordingExecutor() {
  const steps: PropertyStep[] = [];
  const settings: unknown[] = [];
  const executor: PropertyExecutor = {
    async act(step) {
      steps.push(step);
      if (step.userId === '9') return OWNER;
      if (step.userId === '8') return { status: 'unavailable', reason: 'Discord is away.' };
      return { status: 'done' };
    },
    async apply(setting) {
      settings.push(setting);
      if (setting.key === 'wrong') return { status: 'refused', reason: 'It does not fit.' };
      return { status: setting.key === 'mode' ? 'applied' : 'unknown' };
    },
  };
  return { executor, steps, settings };
}

export async function start(overrides: Partial<ServiceDeps> = {}) {
  const recorded = recordingExecutor();
  const clock = createFakeClock(NOON);
  const { baseUrl, service } = await startService({
    furtherKeys: { other: OTHER_KEY },
    propertyExecutor: recorded.executor,
    clock,
    ...overrides,
  });
  return { baseUrl, service, clock, ...recorded };
}

export const BAN = { property_id: 'p1', command: 'ban', operation: 'add', target: ['1'] };

export async function read(baseUrl: string, tag: string, key?: string) {
  const answer = await send(baseUrl, ANALYTICS, {
    body: { tag },
    ...(key === undefined ? {} : { key }),
  });
  if (answer.status !== 200) return answer;
  const { data } = analyticsResponseSchema.parse(answer.body);
  return data;
}

export async function available(baseUrl: string, fromMs: number, toMs: number) {
  const timeframe = { from: Math.round(fromMs / 1_000), to: Math.round(toMs / 1_000) };
  const { body } = await send(baseUrl, AVAILABLE, { body: { property_id: 'p1', timeframe } });
  return availableAnalyticsResponseSchema.parse(body).data;
}
