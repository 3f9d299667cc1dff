import { ComponentType } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  type Component,
  type ComponentCall,
  conflictOf,
  type Reply,
  visible,
} from '../../src/bot/command-kit.ts';
import { askToAllow, isCertainlySevere } from '../case/allow.ts';
import { checkAuthority, runModeratorActions, subjectOf } from '../case/moderator-action.ts';
import { casesOnAlert, type CasesOnAlert } from './cases-on-alert.ts';

const ID = 'false-alarm';
const MAX_TEXTS = 25;
const LABEL_LENGTH = 100;

export function haveSeveralTexts(records: readonly Case[]): boolean {
  return byText(records).size > 1;
}

/** Allows the only text of an alert. Shows a certainly severe one first, because everyone could post it. */
export async function markAsFalseAlarm(
  call: ComponentCall,
  records: CasesOnAlert,
  deps: Pick<CommandDeps, 'cases' | 'moderatorActions' | 'questions'>,
): Promise<Reply> {
  const [record] = records;
  const run = (confirmed: ComponentCall): Promise<Reply> =>
    runModeratorActions(confirmed, { records, kind: 'allow', reason: null }, deps);
  if (!isCertainlySevere(record)) return run(call);
  for (const each of records) await checkAuthority(call, 'allow', subjectOf(each));
  return askToAllow(call, { record, hasAlternative: true, run }, deps);
}

/** Asks which texts of an alert were harmless. Lists the newest ones, as many as Discord shows. */
export async function askWhichTexts(
  call: ComponentCall,
  records: CasesOnAlert,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<Reply> {
  const { t, guild } = call;
  // Checked first, so that nobody is asked about something that they may not decide.
  for (const record of records) await checkAuthority(call, 'allow', subjectOf(record));
  const texts = [...byText(records)].slice(-MAX_TEXTS);
  const options = await Promise.all(
    texts.map(async ([fingerprint, same]) => {
      const [{ number }] = same;
      const text = await cases.evidence(guild.id, number);
      const shown = text === null ? t('alerts:textExpired') : visible(text, LABEL_LENGTH);
      return {
        label: shown.replaceAll('\n', ' ') || t('alerts:noText'),
        value: fingerprint,
        description: same.map((record) => `#${record.number}`).join(', '),
      };
    }),
  );
  return {
    content: t('case:falseAlarm.question'),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: `${ID}:${records[0].number}`,
            placeholder: t('case:falseAlarm.placeholder'),
            min_values: 1,
            max_values: options.length,
            options,
          },
        ],
      },
    ],
  };
}

/** Handles the chosen texts: `false-alarm:<number of a case on the alert>`, with fingerprints as values. */
export const falseAlarmTexts: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  async run(call, [number = ''], deps) {
    const { interaction, t } = call;
    const chosen = new Set(interaction.isStringSelectMenu() ? interaction.values : []);
    const onAlert = await casesOnAlert(call, number, deps);
    const [first, ...others] = onAlert.filter(
      (record) =>
        chosen.has(record.fingerprint) && conflictOf(record, 'allow', deps.clock.now()) === null,
    );
    // Another moderator was faster.
    if (first === undefined) return { content: t('case:reply.conflict.changed') };
    return runModeratorActions(
      call,
      { records: [first, ...others], kind: 'allow', reason: null },
      deps,
    );
  },
};

/** Groups the cases by their text's fingerprint. */
function byText(records: readonly Case[]): ReadonlyMap<string, readonly [Case, ...Case[]]> {
  const texts = new Map<string, readonly [Case, ...Case[]]>();
  for (const record of records) {
    const same = texts.get(record.fingerprint);
    texts.set(record.fingerprint, same === undefined ? [record] : [...same, record]);
  }
  return texts;
}
