import { ComponentType, TextInputStyle } from 'discord.js';
import {
  acceptanceOf,
  type AppealDecisionResult,
  type Case,
  type CommandDeps,
  type Component,
  type ComponentCall,
  conflictOf,
  createCanSee,
  manualActionOf,
  parseSubject,
  REJECT_ID,
  REJECTION_LENGTH,
  type Reply,
  REPORT_CHOICES,
  type ReportChoice,
  REVIEW_ID,
  type ReviewRef,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { askToAllow } from '../case/allow.ts';
import {
  checkAuthority,
  isShownByPost,
  resultText,
  runModeratorAction,
  subjectOf,
} from '../case/moderator-action.ts';
import { caseNumbered } from '../case/numbered.ts';
import { checkPost } from '../shared/check-post.ts';

/** Buttons of an appeal or a report: `review:appeal:<case>:accept` or `:allow`, `review:report:<message>:<choice>`. */
export const reviewButton: Component<CommandDeps> = {
  id: REVIEW_ID,
  answer: { kind: 'post' },
  run(call, args, deps) {
    const subject = parseSubject(args);
    const guildId = call.guild.id;
    switch (subject?.kind) {
      case 'appeal':
        return args[2] === 'allow'
          ? acceptAndAllow(call, subject.caseNumber, deps)
          : accept(call, { caseNumber: subject.caseNumber, allowsText: false }, deps);
      case 'report': {
        const choice = REPORT_CHOICES.find((each) => each === args[2]) ?? 'dismiss';
        return decideReport(call, { ...subject, guildId }, choice, deps);
      }
      case undefined:
        throw new UserError(call.t('appeals:reply.unknown'));
    }
  },
};

/** A rejection needs a reason: `reject:appeal:<case>`. */
export const rejectForm: Component<CommandDeps> = {
  id: REJECT_ID,
  answer: {
    kind: 'modal',
    submitted: 'post',
    modal: ({ t }, args) => ({
      custom_id: `${REJECT_ID}:${args.join(':')}`,
      title: t('appeals:reject.title'),
      components: [
        {
          type: ComponentType.Label,
          label: t('appeals:reject.reason'),
          component: {
            type: ComponentType.TextInput,
            custom_id: 'reason',
            style: TextInputStyle.Paragraph,
            required: true,
            max_length: REJECTION_LENGTH,
          },
        },
      ],
    }),
  },
  async run(call, args, deps) {
    const { guild, by, t, interaction } = call;
    const subject = parseSubject(args);
    const reason = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue('reason').trim()
      : '';
    if (subject?.kind !== 'appeal') throw new UserError(t('appeals:reply.unknown'));
    if (reason === '') throw new UserError(t('appeals:reject.empty'));
    const { caseNumber } = subject;
    const record = await caseNumbered(call, String(caseNumber), deps);
    await checkReviewPost(call, caseNumber, deps);
    await checkAuthority(call, 'done', subjectOf(record));
    const request = { guildId: guild.id, caseNumber, by, kind: 'reject', reason } as const;
    return decisionReply(call, record, await deps.reviewControl.decideAppeal(request));
  },
};

/** Does nothing if there is no such appeal: the decision reports that. */
async function checkReviewPost(
  call: ComponentCall,
  caseNumber: number,
  { reviews }: Pick<CommandDeps, 'reviews'>,
): Promise<void> {
  const appeal = await reviews.get({ kind: 'appeal', guildId: call.guild.id, caseNumber });
  if (appeal === null) return;
  const { post, openedAt } = appeal;
  checkPost(call, { posts: post === null ? [] : [post], openedAt });
}

/** Shows the text first, because everyone could post it. */
async function acceptAndAllow(
  call: ComponentCall,
  caseNumber: number,
  deps: CommandDeps,
): Promise<Reply> {
  const record = await caseNumbered(call, String(caseNumber), deps);
  await checkReviewPost(call, caseNumber, deps);
  await checkAuthority(call, 'allow', subjectOf(record));
  const run = (confirmed: ComponentCall): Promise<Reply> =>
    accept(confirmed, { caseNumber, allowsText: true }, deps);
  return askToAllow(call, { record, hasAlternative: false, run }, deps);
}

async function accept(
  call: ComponentCall,
  { caseNumber, allowsText }: { readonly caseNumber: number; readonly allowsText: boolean },
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, by } = call;
  const record = await caseNumbered(call, String(caseNumber), deps);
  // With `allowsText`, the click is on the question, and the post was checked before.
  if (!allowsText) await checkReviewPost(call, caseNumber, deps);
  const subject = subjectOf(record);
  await checkAuthority(call, acceptanceOf(record, { allowsText }) ?? 'done', subject);
  const result = await deps.reviewControl.decideAppeal({
    guildId: guild.id,
    caseNumber,
    by,
    kind: 'accept',
    permittedReversals: subject.reversals,
    allowsText,
  });
  return decisionReply(call, record, result);
}

function decisionReply(call: ComponentCall, record: Case, decided: AppealDecisionResult): Reply {
  const { t, by } = call;
  switch (decided.kind) {
    case 'unknown appeal':
      throw new UserError(t('appeals:reply.unknown'));
    case 'decided before':
      return {
        content: t('appeals:reply.decidedBefore', { user: decided.appeal.decision?.by.id ?? '' }),
      };
    case 'not now':
      return { content: resultText(decided.result, record.number, call) };
    case 'decided': {
      const { appeal, result } = decided;
      const acted = [manualActionOf(record), ...record.moderatorActions];
      const isOwnAction = acted.some((action) => action?.by.id === by.id);
      const lines = [
        t(`appeals:reply.${appeal.decision?.kind ?? 'accepted'}`),
        ...(isOwnAction ? [t('appeals:reply.ownAction')] : []),
        ...(result === null || result.kind === 'conflict'
          ? []
          : [resultText(result, record.number, call)]),
      ];
      const isOnPost = !isOwnAction && (result === null || isShownByPost(result));
      return { content: lines.join('\n'), isOnPost };
    }
  }
}

async function decideReport(
  call: ComponentCall,
  ref: ReviewRef & { readonly kind: 'report' },
  choice: ReportChoice,
  deps: CommandDeps,
): Promise<Reply> {
  const { t, by } = call;
  const report = await deps.reviews.get(ref);
  if (report?.kind !== 'report') throw new UserError(t('report:reply.unknown'));
  if (!(await createCanSee(call)(report))) throw new UserError(t('report:reply.hidden'));
  if (report.decision !== null) {
    return { content: t('report:reply.decidedBy', { user: report.decision.by.id }) };
  }
  const kind = choice === 'dismiss' ? 'done' : choice;
  // Checked before a case is opened.
  await checkAuthority(call, kind, { ...report, reversals: [] });
  if (choice === 'dismiss') {
    const isDismissed = await deps.reviewControl.decideReport(ref, { by, caseNumber: null });
    if (isDismissed) return { content: t('report:reply.dismissed'), isOnPost: true };
    return decideReport(call, ref, choice, deps);
  }
  const record = await deps.reviewControl.openCaseForReport(ref);
  if (record === null) throw new UserError(t('report:reply.unknown'));
  const reply = await runModeratorAction(call, { record, kind: choice, reason: null }, deps);
  // A refused or postponed action leaves the report open.
  const latest = await deps.cases.get(ref.guildId, record.number);
  if (latest !== null && conflictOf(latest, choice, deps.clock.now())?.kind === 'already') {
    await deps.reviewControl.decideReport(ref, { by, caseNumber: record.number });
  }
  return reply;
}
