import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  defuse,
  foldKeyword,
  type Keyword,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  type Reply,
  type SlashCall,
  type Translate,
  visible,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { keywordAlertState } from './alert-state.ts';

/** Longer than any option Discord sends, so that the length check sees the whole text. */
const READ_LENGTH = 6000;

export async function addKeyword(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t, mention } = call;
  const text = readKeyword(call);
  const existing = await deps.keywords.withLock(text, () => register(call, text, deps));
  const shown = forPeople(text);
  if (existing === null) {
    const user = defuse(by.name, 100);
    deps.announce(guild.id, (server) => server('keywords:reply.addedBy', { user, keyword: shown }));
  }
  const result = existing === null ? added(shown, t) : alreadyThere(shown, existing, t);
  const state = await keywordAlertState({ signal, t }, deps);
  if (state.kind !== 'off') return { content: result };
  const command = mention('keywords alerts');
  return { content: `${result}\n${t('keywords:reply.alertsOff', { command })}` };
}

function added(keyword: string, t: Translate): string {
  return t('keywords:reply.added', { keyword });
}

function alreadyThere(keyword: string, { text }: Keyword, t: Translate): string {
  const existing = forPeople(text);
  return existing === keyword
    ? t('keywords:reply.exists', { keyword })
    : t('keywords:reply.existsAs', { keyword, existing });
}

/**
 * Stores the keyword first and registers it second: if the process dies in between, running the command again fixes
 * it. Otherwise the service would keep a keyword that belongs to no server. Resolves to the existing keyword.
 */
async function register(
  { guild, by, signal, t, mention }: SlashCall,
  text: string,
  { keywords, service, clock }: CommandDeps,
): Promise<Keyword | null> {
  const existing = await keywords.find(guild.id, text);
  if (existing === null) {
    if ((await keywords.list(guild.id)).length >= MAX_KEYWORDS) {
      const values = { max: MAX_KEYWORDS, command: mention('keywords remove') };
      throw new UserError(t('keywords:reply.problem.limit', values));
    }
    await keywords.add(guild.id, { text, by, at: clock.now() });
  }
  try {
    // Register an existing keyword again, in case the service lost it.
    await service.addons.addKeyword(existing?.text ?? text, { signal });
  } catch (error) {
    if (existing === null) await keywords.remove(guild.id, text);
    throw error;
  }
  return existing;
}

/** The service keeps the keyword while another server uses it. */
export async function removeKeyword(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t, mention } = call;
  const { keywords, service } = deps;
  const text = readKeyword(call);
  const shown = forPeople(text);
  await keywords.withLock(text, async () => {
    const existing = await keywords.find(guild.id, text);
    if (existing === null) {
      const values = { keyword: shown, command: mention('keywords list') };
      throw new UserError(t('keywords:reply.problem.unknown', values));
    }
    if (!(await keywords.isWantedElsewhere(guild.id, text))) {
      await service.addons.removeKeyword(existing.text, { signal });
    }
    await keywords.remove(guild.id, text);
  });
  const user = defuse(by.name, 100);
  deps.announce(guild.id, (server) => server('keywords:reply.removedBy', { user, keyword: shown }));
  return { content: t('keywords:reply.removed', { keyword: shown }) };
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

function readKeyword({ interaction, t }: SlashCall): string {
  const typed = interaction.options.getString('keyword', true);
  const text = visible(typed.replaceAll(/\s+/gu, ' '), READ_LENGTH);
  if (foldKeyword(text) === '') throw new UserError(t('keywords:reply.problem.empty'));
  if (text.length > MAX_KEYWORD_LENGTH) {
    const values = { length: text.length, max: MAX_KEYWORD_LENGTH };
    throw new UserError(t('keywords:reply.problem.tooLong', values));
  }
  return text;
}

function forPeople(keyword: string): string {
  return defuse(keyword, 2 * MAX_KEYWORD_LENGTH);
}
