import type { GuildMember } from 'discord.js';
import {
  type AddedWords,
  type Call,
  type CommandDeps,
  defuse,
  MAX_WORD_LENGTH,
  MAX_WORDS,
  MIN_LETTERS,
  MIN_LETTERS_WITH_WILDCARD,
  parseWord,
  type Renderer,
  type Reply,
  WORD_LISTS,
  type WordList,
  type WordPattern,
  type WordProblem,
} from '../../src/bot/command-kit.ts';
import { checkEffects } from '../moderation/may.ts';
import { quotedWords } from './quoted-words.ts';

export type WordsCall = Call<{ readonly member: GuildMember }>;

/** Adds words to a list, tells the moderators, and reports each word's result. */
export async function saveWords(
  call: WordsCall,
  deps: CommandDeps,
  { list, entered }: { readonly list: WordList; readonly entered: readonly string[] },
): Promise<Reply> {
  checkMayBlock(call, list);
  const words: WordPattern[] = [];
  const problems = new Map<WordProblem, string[]>();
  for (const text of entered) {
    const word = parseWord(text);
    if (typeof word === 'string') problems.set(word, [...(problems.get(word) ?? []), text]);
    else words.push(word);
  }
  const result = await putOnList(call, deps, { list, words });
  const lines = [...resultLines(call, { list, result }), ...problemLines(call, problems)];
  return { content: lines.join('\n') };
}

/** Blocking a word deletes messages, so it needs the permission to delete them by hand. */
export function checkMayBlock(call: WordsCall, list: WordList): void {
  if (list === 'blocked') checkEffects(call, [{ kind: 'delete' }]);
}

export async function putOnList(
  { guild, by }: WordsCall,
  { words: serverWords, announce, clock }: CommandDeps,
  { list, words }: { readonly list: WordList; readonly words: readonly WordPattern[] },
): Promise<AddedWords> {
  const result = await serverWords.add(guild.id, { list, words, by, at: clock.now() });
  if (result.added.length > 0) {
    const user = defuse(by.name, 100);
    announce(guild.id, (server) =>
      server(`words:reply.announced.added.${list}`, {
        user,
        words: quotedWords(server, result.added),
      }),
    );
  }
  return result;
}

/** Results of the words that can be listed. */
export function resultLines(
  { t, mention }: Renderer,
  { list, result }: { readonly list: WordList; readonly result: AddedWords },
): string[] {
  const { added, existing, leftOut } = result;
  const lines: string[] = [];
  if (added.length > 0) {
    lines.push(t(`words:reply.added.${list}`, { words: quotedWords(t, added) }));
  }
  for (const other of WORD_LISTS) {
    const words = existing.filter((word) => word.list === other);
    if (words.length === 0) continue;
    lines.push(t(`words:reply.existing.${other}`, { words: quotedWords(t, words) }));
    if (other !== list) {
      lines.push(t('words:reply.otherList', { command: mention('words remove') }));
    }
  }
  if (leftOut > 0) {
    const command = mention('words remove');
    lines.push(t('words:reply.leftOut', { count: leftOut, max: MAX_WORDS, command }));
  }
  return lines;
}

function problemLines(
  { t }: Renderer,
  problems: ReadonlyMap<WordProblem, readonly string[]>,
): string[] {
  return [...problems].map(([problem, texts]) =>
    t(`words:reply.problem.${problem}`, {
      words: quotedWords(
        t,
        texts.map((text) => ({ text })),
      ),
      max: MAX_WORD_LENGTH,
      min: MIN_LETTERS,
      minWithWildcard: MIN_LETTERS_WITH_WILDCARD,
    }),
  );
}
