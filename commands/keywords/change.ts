import type {
  AutocompleteCall,
  Choice,
  Reply,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { defuse, visible } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import {
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  foldKeyword,
  type Keyword,
} from '../../src/moderation/keywords.ts';
import type { CommandDeps } from '../deps.ts';
import { answers, options, problems } from '../texts/keywords.ts';
import { keywordAlertState } from './alert-state.ts';

/** Above Discord's longest option, so that too long a keyword is told from one that was cut. */
const READ_LENGTH = 6000;

export async function addKeyword(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal } = call;
  const text = readKeyword(call);
  const known = await deps.keywords.inTurn(text, () => register(call, text, deps));
  const shown = forPeople(text);
  if (known === null) {
    deps.announce(guild.id, answers.addedBy(defuse(by.name, 100), shown));
  }
  const said = known === null ? answers.added(shown) : answers.known(shown, forPeople(known.text));
  const state = await keywordAlertState(signal, deps);
  return { content: state.kind === 'off' ? `${said}\n${answers.off}` : said };
}

/**
 * Remembered first, then registered: a process killed in between has told the service nothing, and asking again mends it.
 * The other way round the service would have a keyword that nobody here knows whose it is. Resolves to the one there was.
 */
async function register(
  { guild, by, signal }: SlashCall,
  text: string,
  { keywords, service, clock }: CommandDeps,
): Promise<Keyword | null> {
  const known = await keywords.find(guild.id, text);
  if (known === null) {
    if ((await keywords.list(guild.id)).length >= MAX_KEYWORDS) {
      throw new UserError(problems.many(MAX_KEYWORDS));
    }
    await keywords.add(guild.id, { text, by, at: clock.now() });
  }
  try {
    // One that is known is registered once more: the service may have lost it, or never got it.
    await service.addons.addKeyword(known?.text ?? text, { signal });
  } catch (error) {
    if (known === null) await keywords.remove(guild.id, text);
    throw error;
  }
  return known;
}

/** At the service it stays where another server wants it. */
export async function removeKeyword(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal } = call;
  const { keywords, service } = deps;
  const text = readKeyword(call);
  const shown = forPeople(text);
  await keywords.inTurn(text, async () => {
    const known = await keywords.find(guild.id, text);
    if (known === null) throw new UserError(problems.unknown(shown));
    if (!(await keywords.isWantedElsewhere(guild.id, text))) {
      await service.addons.removeKeyword(known.text, { signal });
    }
    await keywords.remove(guild.id, text);
  });
  deps.announce(guild.id, answers.removedBy(defuse(by.name, 100), shown));
  return { content: answers.removed(shown) };
}

export async function suggestKeywords(
  { interaction, guild }: AutocompleteCall,
  { keywords }: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = foldKeyword(interaction.options.getFocused());
  const all = await keywords.list(guild.id);
  return all
    .filter(({ text }) => foldKeyword(text).includes(typed))
    .map(({ text }) => ({ name: text, value: text }));
}

function readKeyword({ interaction }: SlashCall): string {
  const typed = interaction.options.getString(options.keyword.name.en, true);
  const text = visible(typed.replaceAll(/\s+/gu, ' '), READ_LENGTH);
  if (foldKeyword(text) === '') throw new UserError(problems.empty);
  if (text.length > MAX_KEYWORD_LENGTH) {
    throw new UserError(problems.long(text.length, MAX_KEYWORD_LENGTH));
  }
  return text;
}

function forPeople(keyword: string): string {
  return defuse(keyword, 2 * MAX_KEYWORD_LENGTH);
}
