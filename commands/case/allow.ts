import { ButtonStyle } from 'discord.js';
import {
  type Call,
  type Case,
  type CommandDeps,
  type ComponentCall,
  defuse,
  type Reply,
  scoreName,
  severeCategory,
  spoiler,
} from '../../src/bot/command-kit.ts';

/** The longest part of a text in a question. */
const TEXT_LENGTH = 1_000;

/** Whether the service is certain that the text does severe harm: then an accidental click must not allow it. */
export function isCertainlySevere({ judgement }: Case): boolean {
  return judgement.kind === 'verdict' && severeCategory(judgement.verdict) !== null;
}

/** Shows a case's text and says that everyone may post it, before `run` allows it. */
export async function askToAllow(
  call: Pick<Call<unknown>, 'guild' | 'by' | 't' | 'mention'>,
  {
    record,
    hasAlternative,
    run,
  }: {
    readonly record: Case;
    /** The member can be helped without allowing the text, by `/case undo`. */
    readonly hasAlternative: boolean;
    run(confirmed: ComponentCall): Promise<Reply>;
  },
  { cases, questions }: Pick<CommandDeps, 'cases' | 'questions'>,
): Promise<Reply> {
  const { t, mention } = call;
  const { guildId, number, judgement } = record;
  const text = await cases.evidence(guildId, number);
  const path = judgement.kind === 'verdict' ? severeCategory(judgement.verdict) : null;
  const content = [
    t('case:allow.question'),
    text === null ? t('alerts:textExpired') : spoiler(defuse(text, TEXT_LENGTH)),
    ...(path === null ? [] : [t('case:allow.certain', { category: scoreName(t, path) })]),
    ...(hasAlternative ? [t('case:allow.instead', { command: mention('case undo') })] : []),
  ].join('\n');
  const label = t('case:allow.confirm');
  return questions.ask(call, { content, choices: [{ label, style: ButtonStyle.Danger, run }] });
}
