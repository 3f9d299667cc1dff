import {
  type CommandDeps,
  type Component,
  type ComponentCall,
  defuse,
  type Reply,
  rounded,
  spoiler,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { verdictOfSentence } from '../../src/service-api/client/groups/stream.ts';
import { pagedReply } from '../shared/page-row.ts';
import { sessionOf } from './sessions.ts';
import { transcriptOf, type Transcript } from './transcript.ts';
import { SENTENCES_ID } from './view.ts';

/** Ten sentences of this length with their suggested actions fit into an embed. */
const PAGE_SIZE = 10;
const SENTENCE_LENGTH = 300;
const PAGE_ID = 'tag-page';

export const sentencesButton: Component<CommandDeps> = {
  id: SENTENCES_ID,
  answer: { kind: 'private' },
  run: (call, [convoId = ''], deps) => showPage(call, { convoId, page: 0 }, deps),
};

export const sentencePages: Component<CommandDeps> = {
  id: PAGE_ID,
  answer: { kind: 'update' },
  run: (call, [convoId = '', page = ''], deps) =>
    showPage(call, { convoId, page: Number(page) }, deps),
};

/** Fetches the transcript each time, because the bot does not store speech. */
async function showPage(
  call: ComponentCall,
  { convoId, page: wanted }: { convoId: string; page: number },
  deps: CommandDeps,
): Promise<Reply> {
  const { t } = call;
  const session = await sessionOf(call, convoId, deps);
  const lines = linesOf(await transcriptOf(session, call, deps), t);
  if (lines.length === 0) return { content: t('tag:reply.sentences.none') };
  return pagedReply({
    all: lines,
    size: PAGE_SIZE,
    wanted,
    line: (line) => line,
    title: t('tag:reply.sentences.title'),
    footer: (page, pages, count) => t('tag:reply.sentences.page', { page, pages, count }),
    back: t('tag:reply.sentences.back'),
    forward: t('tag:reply.sentences.next'),
    customId: (to) => [PAGE_ID, convoId, to].join(':'),
  });
}

export function linesOf({ transcript, moderationResults }: Transcript, t: Translate): string[] {
  const times = timesOf(transcript.master);
  return moderationResults.map((result) => {
    const sentence = spoiler(defuse(result.voiceSTT, SENTENCE_LENGTH) || '–');
    const at = times(result.voiceSTT) ?? '--:--:--';
    return `\`${at}\` ${suggestionOf(result, t)} ${sentence}`;
  });
}

/** Results have no position in the media. The transcript has it, in the same order. */
function timesOf(
  master: Transcript['transcript']['master'],
): (sentence: string) => string | undefined {
  const bySentence = new Map<string, string[]>();
  for (const [time, sentence] of master) {
    bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), time]);
  }
  return (sentence) => bySentence.get(sentence)?.shift()?.replaceAll('`', '');
}

function suggestionOf(result: Transcript['moderationResults'][number], t: Translate): string {
  const verdict = verdictOfSentence(result);
  if (verdict === null) return t('tag:reply.sentences.notJudged');
  const [word, confidence] = verdict.response.suggestedAction;
  const sign = word.toLowerCase() === 'pass' ? '✅' : '⚠️';
  return `${sign} ${defuse(word, 50)} ${rounded(confidence)}`;
}
