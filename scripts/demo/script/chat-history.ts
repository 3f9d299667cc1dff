import { createModerationClient } from '../../../src/service-api/client/client.ts';
import { systemClock, type Clock } from '../../../src/shared/clock.ts';
import { createTrainedEngine } from '../../../src/service/engine/trained-engine.ts';
import { createService } from '../../../src/service/service.ts';

const API_KEY = 'demo';
const SPAN_MS = 60 * 60_000;
/** The period in which the mood goes from calm to heated and back. */
const MOOD_MS = 25 * 60_000;

const CALM = [
  'good morning everyone',
  'thanks, that was a lovely game',
  'who is in for a round later?',
  'I love the new map, great work',
  'has anyone seen the patch notes?',
  'congratulations on the win!',
  'brb, making tea',
  'that build is really good',
];
const HEATED = [
  'this patch is terrible, I hate it',
  'worst match ever, what a waste of time',
  'shut up, you idiot',
  'are you kidding me',
  'you are a pathetic loser',
  'fuck you, you stupid bitch',
  'so sick of this lag',
];

/**
 * Fills the store with an hour of chat, so that charts have data. A service whose clock is in the past moderates it. No other
 * service may have the store open. Resolves to the number of messages.
 */
export async function seedChatHistory(stateUrl: string): Promise<number> {
  let nowMs = Date.now() - SPAN_MS;
  const clock: Clock = { ...systemClock, now: () => nowMs };
  const service = createService({
    apiKey: API_KEY,
    engine: createTrainedEngine(),
    stateUrl,
    clock,
  });
  const { baseUrl } = await service.start();
  const client = createModerationClient({ baseUrl, apiKey: API_KEY });
  const startMs = nowMs;
  let count = 0;
  try {
    while (nowMs < startMs + SPAN_MS) {
      // The share of heated messages rises from none to half and falls again; heated members also write more often.
      const heat = (1 - Math.cos((2 * Math.PI * (nowMs - startMs)) / MOOD_MS)) / 4;
      const lines = ((count * 7) % 20) / 20 < heat ? HEATED : CALM;
      await client.text.moderate(lines[(count * 5) % lines.length] ?? '', {});
      nowMs += Math.round(14_000 - 18_000 * heat);
      count += 1;
    }
  } finally {
    await client.close();
    await service.stop();
  }
  return count;
}
