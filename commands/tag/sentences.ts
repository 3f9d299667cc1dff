import type { Component, ComponentCall, Reply } from '../../src/discord/interactions/command.ts';
import { defuse, spoiler } from '../../src/discord/text.ts';
import { rounded } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { pagedReply } from '../shared/page-row.ts';
import { sentences as texts } from '../texts/tag-answers.ts';
import { sessionOf } from './sessions.ts';
import { transcriptOf, type Transcript } from './transcript.ts';
import { SENTENCES_ID } from './view.ts';

/** A sentence of at most 300 characters and its verdict each, so a page fits into an embed. */
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

/** Read anew each time: the bot keeps nothing of what was said. */
async function showPage(
  { guild, signal }: ComponentCall,
  { convoId, page: wanted }: { convoId: string; page: number },
  deps: CommandDeps,
): Promise<Reply> {
  const session = await sessionOf(guild.id, convoId, deps);
  const transcript = await transcriptOf(session, { signal, deps });
  const lines = linesOf(transcript);
  if (lines.length === 0) return { content: texts.none };
  return pagedReply({
    ...texts,
    all: lines,
    size: PAGE_SIZE,
    wanted,
    line: (line) => line,
    customId: (to) => [PAGE_ID, convoId, to].join(':'),
  });
}

export function linesOf({ transcript, moderationResults }: Transcript): string[] {
  const times = timesOf(transcript.master);
  return moderationResults.map((result) => {
    const sentence = spoiler(defuse(result.voiceSTT, SENTENCE_LENGTH) || '–');
    const at = times(result.voiceSTT) ?? texts.noTime;
    return texts.line(at, verdictOf(result), sentence);
  });
}

/** The results tell no time within the media; the transcript does, in the same order. */
function timesOf(
  master: Transcript['transcript']['master'],
): (sentence: string) => string | undefined {
  const bySentence = new Map<string, string[]>();
  for (const [time, sentence] of master) {
    bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), time]);
  }
  return (sentence) => bySentence.get(sentence)?.shift()?.replaceAll('`', '');
}

function verdictOf(result: Transcript['moderationResults'][number]): string {
  if (!result.success) return texts.unjudged;
  const [word, confidence] = result.response.response.suggestedAction;
  const sign = word.toLowerCase() === 'pass' ? '✅' : '⚠️';
  return `${sign} ${defuse(word, 50)} ${rounded(confidence)}`;
}
