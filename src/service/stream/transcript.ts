import type {
  ModeratedSentence,
  SpokenSentence,
  Transcript,
} from '../../service-api/schemas/stream.ts';
import type { TextModerationEnvelope } from '../../service-api/schemas/text-moderation.ts';
import { VOICE_API } from '../../service-api/schemas/envelope.ts';
import { timeString, type Sentence } from './sentences.ts';

/** Moderates a sentence like the text route. */
export type ModerateText = (sample: string) => TextModerationEnvelope;

/** The transcript view (interface.md, "Tagging session result"). `moderate` scores every sentence. */
export function transcriptOf(
  sentences: readonly Sentence[],
  { convoId, startedMs, moderate }: { convoId: string; startedMs: number; moderate: ModerateText },
): Transcript {
  const master: SpokenSentence[] = [];
  const speakers: Record<string, SpokenSentence[]> = {};
  const moderationResults: ModeratedSentence[] = [];
  for (const { start, text, speaker } of sentences) {
    const spoken: SpokenSentence = [timeString(start), text];
    master.push(spoken);
    (speakers[speaker] ??= []).push(spoken);
    const judged = moderate(text);
    const messageOrder = Math.round(startedMs + start * 1_000);
    moderationResults.push({
      api: VOICE_API,
      success: true,
      response: judged,
      TOS: judged.TOS,
      version: judged.version,
      voiceSTT: text,
      convoID: convoId,
      messageOrder,
      time: String(messageOrder),
    });
  }
  return { transcript: { master, speakers }, moderationResults };
}
