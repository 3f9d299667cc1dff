import {
  type AutocompleteCall,
  type Call,
  type Case,
  type Choice,
  type CommandDeps,
  createCanSee,
  ruleText,
  type Viewer,
  visible,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { choiceTime } from '../shared/time-text.ts';

const NUMBER = /^\s*#?(\d{1,9})(?!\d)/;

/** Number of the latest cases to search for suggestions. */
const SUGGESTED_AMONG = 200;

/**
 * Finds the case by number, entered as `12`, `#12` or a suggestion. Throws a `UserError` if there is none, or if the
 * caller cannot see its channel.
 */
export async function caseNumbered(
  call: Viewer & Pick<Call<unknown>, 't'>,
  input: string,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<Case> {
  const { guild, t } = call;
  const number = Number(NUMBER.exec(input)?.[1] ?? 0);
  const record = number === 0 ? null : await cases.get(guild.id, number);
  if (record === null) {
    const entered = t('common:quoted', { text: visible(input, 20) });
    throw new UserError(t('case:reply.unknown', { number: entered }));
  }
  if (!(await createCanSee(call)(record))) {
    throw new UserError(t('case:reply.hidden', { number }));
  }
  return record;
}

const MAX_SUGGESTIONS = 25;

/** Suggests visible cases whose number or author starts with the typed text. */
export async function suggestNumbers(
  call: AutocompleteCall,
  { cases, policies }: CommandDeps,
): Promise<readonly Choice[]> {
  const { interaction, guild, t } = call;
  const typed = interaction.options.getFocused().trim().replace(/^#/, '').toLowerCase();
  const [latest, { timeZone }] = await Promise.all([
    cases.list(guild.id, { limit: SUGGESTED_AMONG }),
    policies.get(guild.id),
  ]);
  const time = choiceTime(timeZone, t.language);
  const canSee = createCanSee(call);
  const choices: Choice[] = [];
  for (const record of latest) {
    const { number, author, rule, openedAt } = record;
    if (choices.length === MAX_SUGGESTIONS) break;
    const isMatch = String(number).startsWith(typed) || author.name.toLowerCase().startsWith(typed);
    if (!isMatch || !(await canSee(record))) continue;
    // A purge of several members' messages has no author.
    const by = author.name === '' ? [] : [visible(author.name, 30)];
    const parts = [`#${number}`, ...by, visible(ruleText(t, rule), 40), time(openedAt)];
    const name = parts.join(' · ');
    choices.push({ name, value: String(number) });
  }
  return choices;
}
