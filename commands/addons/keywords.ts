import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  defuse,
  foldKeyword,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkOperator } from './operator.ts';

const MAX_LIST_LENGTH = 3500;
const MAX_KEYWORD_TEXT = 200;
const MAX_CHOICE_LENGTH = 100;

/** Keywords registered at the service itself. They trigger alerts in every server. */
export async function listKeywords(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, signal, t, mention } = call;
  const { keywords, isComplete } = await deps.addons.serviceKeywords(signal);
  const footer = isComplete ? t('addons:reply.keywords.all') : t('addons:reply.keywords.seen');
  if (keywords.length === 0) return { content: `${t('addons:reply.keywords.none')} ${footer}` };
  const lines: string[] = [];
  let length = 0;
  for (const text of keywords) {
    const line = `• ${defuse(text, MAX_KEYWORD_TEXT)}`;
    length += line.length + 1;
    if (length > MAX_LIST_LENGTH) break;
    lines.push(line);
  }
  const count = keywords.length - lines.length;
  const command = mention('addons remove-keyword');
  const description = [
    ...lines,
    ...(count > 0 ? [`… ${t('common:more', { count })}`] : []),
    ...(guild.id === deps.operatorGuildId ? ['', t('addons:reply.keywords.how', { command })] : []),
  ].join('\n');
  return {
    embeds: [{ title: t('addons:reply.keywords.title'), description, footer: { text: footer } }],
  };
}

export async function removeKeyword(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t, interaction } = call;
  checkOperator(call, deps);
  const text = interaction.options.getString('keyword', true);
  if (foldKeyword(text) === '') throw new UserError(t('keywords:reply.problem.empty'));
  const keyword = defuse(text, MAX_KEYWORD_TEXT);
  if (!(await deps.addons.removeServiceKeyword(text, signal))) {
    throw new UserError(t('addons:problem.registered', { keyword }));
  }
  const user = defuse(by.name, 100);
  deps.announce(guild.id, (server) => server('addons:announcement.removed', { user, keyword }));
  return { content: t('addons:reply.keywords.removed', { keyword }) };
}

export async function suggestKeywords(
  { interaction, guild, signal }: AutocompleteCall,
  { addons, operatorGuildId }: CommandDeps,
): Promise<readonly Choice[]> {
  if (guild.id !== operatorGuildId) return [];
  const typed = foldKeyword(interaction.options.getFocused());
  const { keywords } = await addons.serviceKeywords(signal);
  return keywords
    .filter((text) => text.length <= MAX_CHOICE_LENGTH && foldKeyword(text).includes(typed))
    .map((text) => ({ name: text, value: text }));
}
