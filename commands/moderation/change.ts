import { isDeepStrictEqual } from 'node:util';
import { ButtonStyle, type GuildMember } from 'discord.js';
import {
  type Call,
  type CommandDeps,
  defuse,
  type Policy,
  policySchema,
  type Reply,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** New settings, not validated yet, and a description of the change. */
export interface Change {
  readonly policy: Policy;
  /** Called for the person's language and for the server's. */
  readonly describe: (t: Translate) => string;
  /** A note for the person only. */
  readonly hint?: string | undefined;
}

type Changer = Pick<Call<unknown>, 'guild' | 'by' | 't'>;

/**
 * Changes a server's settings and tells its moderators who did. Throws a `UserError` if the new settings are invalid.
 */
export async function changePolicy(
  { guild, by, t }: Changer,
  { policies, announce, logger }: CommandDeps,
  change: (policy: Policy) => Change,
): Promise<Reply> {
  const { before, applied } = await policies.update(guild.id, (latest) => {
    const changed = changeOf(latest, change, t);
    return changed === null
      ? { policy: latest, before: latest, applied: null }
      : { policy: changed.policy, before: latest, applied: changed };
  });
  if (applied === null) return { content: t('moderation:reply.unchanged') };
  logger.info({ guildId: guild.id, userId: by.id }, 'policy changed');
  const user = defuse(by.name, 100);
  announce(
    guild.id,
    (server) => server('moderation:reply.announced', { user, change: applied.describe(server) }),
    before,
  );
  const { hint } = applied;
  return { content: `✅ ${applied.describe(t)}${hint === undefined ? '' : ` ${hint}`}` };
}

/** The change with validated settings; null: nothing changes. Throws a `UserError` if they are invalid. */
function changeOf(latest: Policy, change: (policy: Policy) => Change, t: Translate): Change | null {
  const wanted = change(latest);
  const parsed = policySchema.safeParse(wanted.policy);
  if (!parsed.success) throw new UserError(problemText(parsed.error.issues[0], t));
  return isDeepStrictEqual(parsed.data, latest) ? null : { ...wanted, policy: parsed.data };
}

export type CheckedCall = Pick<
  Call<{ readonly member: GuildMember }>,
  'guild' | 'interaction' | 't' | 'show'
>;

export interface ConfirmedChange {
  /** The button's label. */
  readonly label: string;
  readonly change: (policy: Policy) => Change;
}

/**
 * Explains the consequences, and changes the settings on confirmation. `check` throws a `UserError` if the person lacks
 * permission; it runs again on confirmation. Of the offered changes, the first is the safest, and the last is the one that
 * was entered.
 */
export async function confirmPolicyChange(
  call: Changer,
  deps: CommandDeps,
  {
    content,
    changes,
    check,
  }: {
    readonly content: string;
    readonly changes: readonly ConfirmedChange[];
    readonly check: (call: CheckedCall) => void;
  },
): Promise<Reply> {
  const { t } = call;
  const latest = await deps.policies.get(call.guild.id);
  const entered = changes.map(({ change }) => changeOf(latest, change, t)).at(-1);
  if (entered === null) return { content: t('moderation:reply.unchanged') };
  return deps.questions.ask(call, {
    content,
    choices: changes.map(({ label, change }, index) => ({
      label,
      style: index === changes.length - 1 ? ButtonStyle.Danger : ButtonStyle.Primary,
      run(confirmed) {
        check(confirmed);
        return changePolicy(confirmed, deps, change);
      },
    })),
  });
}

/** `field`: the path of the invalid field within the rules; `max`: the exceeded limit. */
function ruleProblem(
  field: readonly PropertyKey[],
  max: number | bigint | null,
  t: Translate,
): string {
  if (field.includes('name')) return t('rules:problem.name');
  if (field.includes('effects')) {
    return max === null
      ? t('moderation:reply.problem.duplicateEffect')
      : t('moderation:reply.problem.tooManyEffects', { max });
  }
  if (max === null) return t('moderation:reply.problem.invalid');
  return field.length === 0
    ? t('rules:problem.tooManyRules', { max })
    : t('rules:problem.tooManyValues', { max });
}

type Issue = NonNullable<ReturnType<typeof policySchema.safeParse>['error']>['issues'][number];

/**
 * Explains a validation issue in words for people, which zod's messages are not. Discord checks options first, but
 * not every client does.
 */
export function problemText(issue: Issue | undefined, t: Translate): string {
  const isTooLong = issue?.code === 'too_big';
  const max = isTooLong ? issue.maximum : 0;
  const [setting, ...rest] = issue?.path ?? [];
  if (rest.includes('strikes')) return t('moderation:reply.problem.strikes');
  if (setting === 'evidenceDays' || rest.includes('windowDays')) {
    return t('moderation:reply.problem.days');
  }
  switch (setting) {
    case 'rules':
      return ruleProblem(rest, isTooLong ? max : null, t);
    case 'escalation':
      return isTooLong
        ? t('moderation:reply.problem.tooManySteps', { max })
        : t('moderation:reply.problem.oneStepEffect');
    case 'notice':
      return t('moderation:reply.problem.emptyNotice');
    case 'timeoutSeconds':
      return t('moderation:reply.problem.timeoutTooLong');
    default:
      return t('moderation:reply.problem.invalid');
  }
}
