import { expect, it } from 'vitest';
import { linesOf } from '../../../../commands/tag/sentences.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';
import { transcriptSchema } from '../../../../src/service-api/schemas/stream.ts';
import { moderationEnvelope } from '../../../helpers/verdicts.ts';

const sentence = (voiceSTT: string, response: unknown, success = true) => ({
  api: 'service-lang-voice',
  success,
  response,
  voiceSTT,
  convoID: 'c',
  messageOrder: 1,
  time: '1',
});

it('shows sentences that the service could not moderate as not checked', () => {
  const refusal = { api: 'service-lang-text', success: false, response: 'Not now.' };
  const transcript = transcriptSchema.parse({
    transcript: { master: [['00:00:01', 'One.']], speakers: {} },
    moderationResults: [
      sentence('One.', moderationEnvelope({ suggestedAction: ['delete', 0.9] })),
      sentence('Two.', refusal),
      sentence('Three.', 'Not now.', false),
    ],
  });
  expect(linesOf(transcript, translator('en'))).toEqual([
    '`00:00:01` ⚠️ delete 0.9 ||One.||',
    '`--:--:--` ❔ not checked ||Two.||',
    '`--:--:--` ❔ not checked ||Three.||',
  ]);
});
