import type {
  AutocompleteCall,
  Choice,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { StartedTagging } from '../../src/moderation/tagging.ts';
import type { CommandDeps } from '../deps.ts';
import { choiceTime } from '../shared/time-text.ts';
import { options } from '../texts/tag.ts';
import { list as texts, problems } from '../texts/tag-answers.ts';

/** The session that was named; a `UserError` where this server has none like it. */
export async function chosenSession(
  { interaction, guild }: SlashCall,
  deps: CommandDeps,
): Promise<StartedTagging> {
  const convoId = interaction.options.getString(options.session.name.en, true).trim();
  return sessionOf(guild.id, convoId, deps);
}

export async function sessionOf(
  guildId: string,
  convoId: string,
  { tagging }: CommandDeps,
): Promise<StartedTagging> {
  const session = await tagging.get(guildId, convoId);
  if (session === null) throw new UserError(problems.unknown);
  return session;
}

/** The session's author key; a `UserError` where it cannot be read any more. */
export async function authorKeyOf(
  session: StartedTagging,
  { tagging }: CommandDeps,
): Promise<string> {
  const key = await tagging.authorKey(session);
  if (key === null) throw new UserError(problems.keyLost);
  return key;
}

export async function suggestSessions(
  { interaction, guild }: AutocompleteCall,
  { tagging, policies }: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().trim().toLowerCase();
  const [sessions, { timeZone }] = await Promise.all([
    tagging.list(guild.id),
    policies.get(guild.id),
  ]);
  const time = choiceTime(timeZone);
  return sessions
    .map(({ convoId, title, startedAt }) => ({
      name: texts.choice(title, time(startedAt)),
      value: convoId,
    }))
    .filter(({ name, value }) => name.toLowerCase().includes(typed) || value.includes(typed));
}
