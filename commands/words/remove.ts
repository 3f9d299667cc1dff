import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  defuse,
  parseWord,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { normaliseKeyword } from '../../src/shared/keywords/normalise.ts';
import { quotedWord } from './quoted-words.ts';

export async function removeWord(
  { guild, by, interaction, t, mention }: SlashCall,
  { words, announce }: CommandDeps,
): Promise<Reply> {
  const text = interaction.options.getString('word', true);
  const word = parseWord(text);
  const removed = typeof word === 'string' ? null : await words.remove(guild.id, word);
  if (removed === null) {
    const values = { word: quotedWord(t, text), command: mention('words list') };
    throw new UserError(t('words:reply.problem.unknown', values));
  }
  const user = defuse(by.name, 100);
  announce(guild.id, (server) =>
    server(`words:reply.announced.removed.${removed.list}`, {
      user,
      word: quotedWord(server, removed.text),
    }),
  );
  const content = t(`words:reply.removed.${removed.list}`, { word: quotedWord(t, removed.text) });
  return { content };
}

export async function suggestWords(
  { interaction, guild, t }: AutocompleteCall,
  { words }: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = normaliseKeyword(interaction.options.getFocused());
  return (await words.list(guild.id))
    .filter(({ text }) => normaliseKeyword(text).includes(typed))
    .map(({ text, list }) => ({ name: `${text} · ${t(`words:lists.${list}`)}`, value: text }));
}
