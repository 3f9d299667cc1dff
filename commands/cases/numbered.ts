import type { AutocompleteCall, Choice } from '../../src/discord/interactions/command.ts';
import { visible } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { Case } from '../../src/moderation/case.ts';
import type { CommandDeps } from '../deps.ts';
import { choiceTime } from '../shared/time-text.ts';
import { noSuchCase } from '../texts/case.ts';

const NUMBER = /^\s*#?(\d{1,9})(?!\d)/;

/** How far back cases are looked through for a name that is being typed. */
const SUGGESTED_AMONG = 200;

/** The case that somebody wrote the number of, as `12`, `#12` or one of the suggestions. */
export async function caseNumbered(
  { cases }: Pick<CommandDeps, 'cases'>,
  guildId: string,
  input: string,
): Promise<Case> {
  const number = Number(NUMBER.exec(input)?.[1] ?? 0);
  const record = number === 0 ? null : await cases.get(guildId, number);
  if (record === null) throw new UserError(noSuchCase(`“${visible(input, 20)}”`));
  return record;
}

/** The latest cases whose number or author begins like what is being typed. */
export async function suggestNumbers(
  { interaction, guild }: AutocompleteCall,
  { cases, policies }: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().trim().replace(/^#/, '').toLowerCase();
  const [latest, { timeZone }] = await Promise.all([
    cases.list(guild.id, { limit: SUGGESTED_AMONG }),
    policies.get(guild.id),
  ]);
  const time = choiceTime(timeZone);
  return latest
    .filter(
      ({ number, author }) =>
        String(number).startsWith(typed) || author.name.toLowerCase().startsWith(typed),
    )
    .map(({ number, author, rule, openedAt }) => ({
      name: `#${number} · ${visible(author.name, 40)} · ${rule} · ${time(openedAt)}`,
      value: String(number),
    }));
}
