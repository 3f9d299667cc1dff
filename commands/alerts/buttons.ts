import { ComponentType, TextInputStyle } from 'discord.js';
import {
  AUTHOR_ACTIONS,
  type Case,
  type CommandDeps,
  type Component,
  type ComponentCall,
  conflictOf,
  type ModeratorActionKind,
  moderatorActionKindSchema,
  type Reply,
} from '../../src/bot/command-kit.ts';
import { checkAuthority, runModeratorActions, subjectOf } from '../case/moderator-action.ts';
import { askToUnblock } from '../pictures/unblock.ts';
import { UserError } from '../../src/shared/errors.ts';
import { casesOfButton, type CasesOnAlert } from './cases-on-alert.ts';
import { askWhichTexts, haveSeveralTexts, markAsFalseAlarm } from './false-alarm.ts';
import { runOnKeywordHit } from './keyword-hit.ts';

/** Buttons of an alert, for all its cases: `case:<number of the oldest>:<kind>`. */
export const caseButton: Component<CommandDeps> = {
  id: 'case',
  answer: { kind: 'post' },
  async run(call, [number = '', word], deps) {
    const kind = kindOf(word, call);
    const records = concerned(await casesOfButton(call, number, deps), kind, deps);
    const run = (confirmed: ComponentCall): Promise<Reply> =>
      runModeratorActions(confirmed, { records, kind, reason: null }, deps);
    if (kind === 'allow' || kind === 'undo') {
      for (const record of records) await checkAuthority(call, kind, subjectOf(record));
      const question = askToUnblock(call, records, run, deps);
      if (question !== null) return question;
    }
    if (kind !== 'allow') return run(call);
    return haveSeveralTexts(records)
      ? askWhichTexts(call, records, deps)
      : markAsFalseAlarm(call, records, deps);
  },
};

/** Buttons of a keyword alert: `hit:<event id>:<kind>`. The first click opens a case. */
export const hitButton: Component<CommandDeps> = {
  id: 'hit',
  answer: { kind: 'post' },
  run: (call, args, deps) =>
    runOnKeywordHit(
      call,
      { eventId: args.slice(0, -1).join(':'), kind: kindOf(args.at(-1), call), reason: null },
      deps,
    ),
};

/** A ban asks for confirmation and a reason: `ban:case:<number>` or `ban:hit:<event id>`. */
export const banButton: Component<CommandDeps> = {
  id: 'ban',
  answer: {
    kind: 'modal',
    submitted: 'post',
    modal: ({ t }, args) => ({
      custom_id: `ban:${args.join(':')}`,
      title: t('case:ban.title'),
      components: [
        {
          type: ComponentType.Label,
          label: t('case:ban.reason'),
          component: {
            type: ComponentType.TextInput,
            custom_id: 'reason',
            style: TextInputStyle.Short,
            required: false,
            max_length: 200,
          },
        },
      ],
    }),
  },
  async run(call, [subject, ...rest], deps) {
    const reason = reasonIn(call);
    const id = rest.join(':');
    if (subject === 'hit') return runOnKeywordHit(call, { eventId: id, kind: 'ban', reason }, deps);
    const records = concerned(await casesOfButton(call, id, deps), 'ban', deps);
    return runModeratorActions(call, { records, kind: 'ban', reason }, deps);
  },
};

/**
 * Picks the cases of an action: the newest for actions on the author, otherwise all it applies to. If it applies to none,
 * picks the newest case, which gives the reason.
 */
function concerned(
  records: CasesOnAlert,
  kind: ModeratorActionKind,
  { clock }: Pick<CommandDeps, 'clock'>,
): CasesOnAlert {
  const newest = records.at(-1) ?? records[0];
  const possible = AUTHOR_ACTIONS.has(kind)
    ? []
    : records.filter((record) => conflictOf(record, kind, clock.now()) === null);
  const [first = newest, ...others]: readonly Case[] = possible;
  return [first, ...others];
}

/** Throws a `UserError` for a button of another version. */
function kindOf(word: string | undefined, { t }: ComponentCall): ModeratorActionKind {
  const kind = moderatorActionKindSchema.safeParse(word);
  if (!kind.success) throw new UserError(t('interactions:unknownComponent'));
  return kind.data;
}

function reasonIn({ interaction }: ComponentCall): string | null {
  if (!interaction.isModalSubmit()) return null;
  return interaction.fields.getTextInputValue('reason').trim() || null;
}
