import assert from 'node:assert/strict';
import type { Check } from './check.ts';
import { call, type Answer, type Target } from './target.ts';

/* The promises that Perspective's documentation makes about its two methods. */

const TOXICITY = { requestedAttributes: { TOXICITY: {} } };
const RUDE = 'What kind of idiot name is foo? Sorry, I like your name.';
const MAX_COMMENT_BYTES = 20 * 1_024;

const post = ({ url, key }: Target, method: string, body: unknown): Promise<Answer> =>
  call(`${url}/v1alpha1/comments:${method}?key=${encodeURIComponent(key)}`, { body });

const analyze = (target: Target, text: string, more: object = TOXICITY): Promise<Answer> =>
  post(target, 'analyze', { comment: { text }, languages: ['en'], ...more });

/** The score's value, which must be a probability. */
function probabilityOf(score: { value: unknown; type: unknown }): number {
  const { value, type } = score;
  assert.equal(type, 'PROBABILITY');
  assert.ok(
    typeof value === 'number' && value >= 0 && value <= 1,
    `${String(value)} is no probability`,
  );
  return value;
}

async function toxicityOf(target: Target, text: string): Promise<number> {
  const { json } = await analyze(target, text);
  return probabilityOf(json.attributeScores.TOXICITY.summaryScore);
}

/** Also checks that the code in the error equals the status of the response. */
function assertError({ status, json }: Answer, code: number, name: string): void {
  assert.equal(status, code);
  assert.equal(json?.error?.code, code);
  assert.equal(json.error.status, name);
  assert.equal(typeof json.error.message, 'string');
}

function assertErrorType(answer: Answer, errorType: string): void {
  assertError(answer, 400, 'INVALID_ARGUMENT');
  const types = (answer.json.error.details ?? []).map(
    (detail: { errorType?: unknown }) => detail.errorType,
  );
  assert.ok(types.includes(errorType), `no detail says ${errorType}`);
}

export const PERSPECTIVE_CHECKS: readonly Check[] = [
  {
    name: 'gives every requested attribute a probability, and no other',
    async run(target) {
      const requestedAttributes = { TOXICITY: {}, INSULT: { scoreType: 'PROBABILITY' } };
      const { status, json } = await analyze(target, RUDE, { requestedAttributes });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json.attributeScores).toSorted(), ['INSULT', 'TOXICITY']);
      for (const name of ['TOXICITY', 'INSULT']) {
        probabilityOf(json.attributeScores[name].summaryScore);
      }
    },
  },
  {
    name: 'scores an insult higher than a greeting',
    async run(target) {
      const [rude, kind] = await Promise.all([
        toxicityOf(target, 'you are a stupid idiot'),
        toxicityOf(target, 'have a lovely day, my friend'),
      ]);
      assert.ok(rude > kind + 0.3, `${rude} and ${kind}`);
    },
  },
  {
    name: 'counts spans in UTF-16 units, and ends them exclusively',
    async run(target) {
      const text = '😀😀 you are nice';
      const { json } = await analyze(target, text);
      const { spanScores } = json.attributeScores.TOXICITY;
      assert.equal(spanScores.at(-1).end, text.length);
    },
  },
  {
    name: 'gives each sentence a span with spanAnnotations',
    async run(target) {
      const { json } = await analyze(target, RUDE, { ...TOXICITY, spanAnnotations: true });
      const { spanScores } = json.attributeScores.TOXICITY;
      assert.deepEqual(
        spanScores.map(({ begin, end }: { begin: number; end: number }) => [begin, end]),
        [
          [0, 31],
          [32, 56],
        ],
      );
      for (const { score } of spanScores) probabilityOf(score);
    },
  },
  {
    name: 'leaves out attributes below their threshold',
    async run(target) {
      const requestedAttributes = { TOXICITY: { scoreThreshold: 0.99 } };
      const { json } = await analyze(target, 'good morning everybody', { requestedAttributes });
      assert.equal(json.attributeScores?.TOXICITY, undefined);
    },
  },
  {
    name: 'mirrors the token and the languages',
    async run(target) {
      const { json } = await analyze(target, RUDE, { ...TOXICITY, clientToken: 'token-7' });
      assert.equal(json.clientToken, 'token-7');
      assert.deepEqual(json.languages, ['en']);
    },
  },
  {
    name: 'detects the language if none is given',
    async run(target) {
      const { json } = await analyze(target, 'This is certainly a sentence in English.', {
        ...TOXICITY,
        languages: [],
      });
      assert.deepEqual(json.languages, ['en']);
    },
  },
  {
    name: 'refuses an empty comment',
    run: async (target) => assertErrorType(await analyze(target, ''), 'COMMENT_EMPTY'),
  },
  {
    name: 'takes a comment of 20 KB and refuses a longer one',
    async run(target) {
      const text = 'word '.repeat(MAX_COMMENT_BYTES / 5);
      assert.equal((await analyze(target, text)).status, 200);
      assertErrorType(await analyze(target, `${text}é`), 'COMMENT_TOO_LONG');
    },
  },
  {
    name: 'refuses a request without attributes',
    run: async (target) =>
      assertErrorType(await analyze(target, RUDE, {}), 'NO_REQUESTED_ATTRIBUTES'),
  },
  {
    name: 'refuses an attribute that nobody knows',
    async run(target) {
      const answer = await analyze(target, RUDE, {
        requestedAttributes: { NO_SUCH_ATTRIBUTE: {} },
      });
      assertError(answer, 400, 'INVALID_ARGUMENT');
    },
  },
  {
    name: 'takes the example of the documentation, whose names have no quotes',
    async run(target) {
      const body = `{comment: {text: "${RUDE}"}, languages: ["en"], requestedAttributes: {TOXICITY:{}} }`;
      assert.equal((await post(target, 'analyze', body)).status, 200);
    },
  },
  {
    name: 'refuses what is no JSON',
    run: async (target) =>
      assertError(await post(target, 'analyze', '{"comment":'), 400, 'INVALID_ARGUMENT'),
  },
  {
    name: 'refuses a missing key and a wrong one',
    async run(target) {
      const missing = await post({ ...target, key: '' }, 'analyze', {});
      assertError(missing, 403, 'PERMISSION_DENIED');
      const wrong = await post({ ...target, key: 'no-such-key' }, 'analyze', {});
      assertError(wrong, 400, 'INVALID_ARGUMENT');
    },
  },
  {
    name: 'takes a suggested score and mirrors its token',
    async run(target) {
      const { status, json } = await post(target, 'suggestscore', {
        comment: { text: RUDE },
        attributeScores: { TOXICITY: { summaryScore: { value: 0 } } },
        clientToken: 'token-8',
      });
      assert.equal(status, 200);
      assert.equal(json.clientToken, 'token-8');
    },
  },
  {
    name: 'describes both methods in its discovery document',
    async run({ url }) {
      const path = '/$discovery/rest?version=v1alpha1';
      const { json } = await call(url + path, { method: 'GET' });
      assert.equal(json.name, 'commentanalyzer');
      const { analyze: first, suggestscore } = json.resources.comments.methods;
      assert.deepEqual(
        [first.path, suggestscore.path],
        ['v1alpha1/comments:analyze', 'v1alpha1/comments:suggestscore'],
      );
    },
  },
];
