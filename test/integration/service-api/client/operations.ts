import type { ModerationClient } from '../../../../src/service-api/client/client.ts';

/** A call of an operation other than moderation. */
export type Operation = (client: ModerationClient) => Promise<unknown>;

const TAG = 'p::2025-05-01';
const SPAN = { fromMs: 0, toMs: 3_600_000 };
const ACTION = { propertyId: 'p', command: 'ban', operation: 'add', target: ['u'] } as const;

export const act: Operation = ({ property }) =>
  property?.act(ACTION) ?? Promise.reject(new Error());

/** Operations that are harmless to send twice. */
export const REPEATABLE: [string, Operation][] = [
  ['listing add-ons', ({ addons }) => addons.list()],
  ['enabling', ({ addons }) => addons.enableKeywordAlert({ webhook: 'https://hooks.example' })],
  ['adding a keyword', ({ addons }) => addons.addKeyword('k')],
  ['removing a keyword', ({ addons }) => addons.removeKeyword('k')],
  ['the status of a job', ({ insights }) => insights.status('j')],
  ['the results of a job', ({ insights }) => insights.results({ jobid: 'j', metric: 'sentiment' })],
  ['the lifetime counters', ({ statistics }) => statistics.lifetime()],
  ['the status of a session', ({ stream }) => stream.status('c')],
  ['a transcript', ({ stream }) => stream.transcript('c', 'k')],
  ['settings', async ({ property }) => property?.patchSettings([])],
  ['analytics', async ({ property }) => property?.analytics(TAG)],
  ['available', async ({ property }) => property?.available({ propertyId: 'p', ...SPAN })],
];

/** Operations that must not be sent twice. */
export const ONCE: [string, Operation][] = [
  ['enabling the secret', ({ addons }) => addons.enableSecret()],
  [
    'starting a job',
    ({ insights }) => insights.query({ metric: 'sentiment', maxResults: 1, ...SPAN }),
  ],
  ['a search', ({ statistics }) => statistics.search(SPAN)],
  ['starting a session', ({ stream }) => stream.tag({ url: 'https://media.example' })],
  ['an action', act],
];
