import assert from 'node:assert/strict';
import type { Check } from './check.ts';
import { call, type Answer, type Target } from './target.ts';

/* The promises that OpenAI's reference makes about moderations. */

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];
const BAD = 'I will find you and kill you';
const GOOD = 'have a lovely day, my friend';

const moderate = ({ url, key }: Target, body: unknown): Promise<Answer> =>
  call(`${url}/v1/moderations`, { headers: { authorization: `Bearer ${key}` }, body });

function assertError({ status, json }: Answer, expected: number): void {
  assert.equal(status, expected);
  assert.equal(typeof json?.error?.message, 'string');
  assert.equal(json.error.type, 'invalid_request_error');
}

export const OPENAI_CHECKS: readonly Check[] = [
  {
    name: 'gives all thirteen categories a verdict, a score and input types',
    async run(target) {
      const { status, json } = await moderate(target, { input: BAD });
      assert.equal(status, 200);
      assert.match(json.id, /^modr-/);
      assert.equal(typeof json.model, 'string');
      const [{ categories, category_scores: scores, category_applied_input_types: types }] =
        json.results;
      for (const part of [categories, scores, types]) {
        assert.deepEqual(Object.keys(part).toSorted(), CATEGORIES);
      }
      for (const category of CATEGORIES) {
        assert.equal(typeof categories[category], 'boolean');
        assert.ok(scores[category] >= 0 && scores[category] <= 1);
        assert.ok(Array.isArray(types[category]));
      }
    },
  },
  {
    name: 'flags a text exactly if a category is flagged',
    async run(target) {
      const { json } = await moderate(target, { input: [BAD, GOOD] });
      for (const { flagged, categories } of json.results) {
        assert.equal(flagged, Object.values(categories).includes(true));
      }
    },
  },
  {
    name: 'answers a list in its order, and flags a threat but no greeting',
    async run(target) {
      const { json } = await moderate(target, { input: [GOOD, BAD, GOOD] });
      const flags = json.results.map(({ flagged }: { flagged: boolean }) => flagged);
      assert.deepEqual(flags, [false, true, false]);
    },
  },
  {
    name: 'answers parts with one result',
    async run(target) {
      const { json } = await moderate(target, { input: [{ type: 'text', text: BAD }] });
      assert.equal(json.results.length, 1);
      assert.equal(json.results[0].flagged, true);
    },
  },
  {
    name: 'identifies each request in x-request-id, refused ones too',
    async run(target) {
      for (const body of [{ input: GOOD }, {}]) {
        const { headers } = await moderate(target, body);
        assert.equal(typeof headers['x-request-id'], 'string');
      }
    },
  },
  {
    name: 'refuses a request without an input, and names it',
    async run(target) {
      const answer = await moderate(target, {});
      assertError(answer, 400);
      assert.equal(answer.json.error.param, 'input');
    },
  },
  {
    name: 'refuses what is no JSON',
    run: async (target) => assertError(await moderate(target, '{"input":'), 400),
  },
  {
    name: 'refuses a wrong key',
    async run(target) {
      const answer = await moderate({ ...target, key: 'no-such-key' }, { input: GOOD });
      assertError(answer, 401);
      assert.equal(answer.json.error.code, 'invalid_api_key');
    },
  },
];
