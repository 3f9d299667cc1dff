import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createModerator,
  parseModerationRequest,
} from '../../../../src/service/openai/moderate.ts';
import { OpenAiError } from '../../../../src/service/openai/openai-error.ts';
import { engine } from '../../../helpers/engine.ts';

const moderate = createModerator({
  engine,
  detectLanguage: () => ({ code: 'en', name: 'English', confidence: 1 }),
});

/** A result for each text, or the error if it is one of OpenAI's; throws any other. */
async function answerOrRefusal(body: unknown): Promise<unknown> {
  try {
    const { texts } = parseModerationRequest(body);
    const results = await moderate(texts);
    return results.length === texts.length;
  } catch (error) {
    if (error instanceof OpenAiError && error.message.length < 500) return true;
    throw error;
  }
}

const text = fc.string({ unit: 'binary' });
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.oneof(text, fc.anything()) }),
  fc.record({ type: fc.constantFrom('image_url', 'audio'), image_url: fc.anything() }),
);
const input = fc.oneof(text, fc.array(text), fc.array(fc.oneof(part, text)), fc.anything());

it('answers whatever it is sent, or refuses it in OpenAI’s format', async () => {
  const body = fc.record({ input, model: fc.option(fc.anything()) }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.oneof(body, fc.anything()), async (request) => {
      expect(await answerOrRefusal(request)).toBe(true);
    }),
  );
});
