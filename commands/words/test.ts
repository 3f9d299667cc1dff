import {
  blockedWordsText,
  type CommandDeps,
  defuse,
  type Reply,
  type SlashCall,
  spoiler,
} from '../../src/bot/command-kit.ts';
import { testReply } from '../moderation/test.ts';

const TEXT_LENGTH = 500;

/** Shows the listed words in a text, and the effects on it. */
export async function testWords(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, interaction, t } = call;
  const text = interaction.options.getString('text', true);
  const matcher = await deps.words.matcher(guild.id);
  const rest = matcher.withoutAllowed(text);
  const value = [
    blockedWordsText(t, matcher.blockedIn(text)) ?? t('words:reply.test.none'),
    ...(rest === null
      ? []
      : [t('words:reply.test.rest', { text: spoiler(defuse(rest, TEXT_LENGTH) || '–') })]),
  ].join('\n');
  const { embeds = [] } = await testReply(call, deps, text);
  return {
    embeds: embeds.map((embed) => ({
      ...embed,
      fields: [{ name: t('words:reply.test.words'), value }, ...(embed.fields ?? [])],
    })),
  };
}
