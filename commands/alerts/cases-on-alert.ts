import {
  type Case,
  type CommandDeps,
  type ComponentCall,
  createCanSee,
  hasOpenAlert,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { caseNumbered } from '../case/numbered.ts';
import { checkPost } from '../shared/check-post.ts';

export type CasesOnAlert = readonly [Case, ...Case[]];

/**
 * The cases on a case's alert, oldest first; a keyword alert shows only one. Throws a `UserError` if the case doesn't
 * exist or the caller cannot see the channel of one of them.
 */
export async function casesOnAlert(
  call: ComponentCall,
  number: string,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<CasesOnAlert> {
  const { guild, interaction, t } = call;
  const record = await caseNumbered(call, number, { cases });
  const { alert, keywordAlerts } = record;
  const isKeywordAlert = keywordAlerts.some(
    ({ messageId }) => messageId === interaction.message?.id,
  );
  const onAlert =
    alert === null || isKeywordAlert ? [] : await cases.ofAlert(guild.id, alert.messageId);
  // Skips a case that joined after the alert's last edit: the moderator has not seen it.
  const shown = onAlert.filter((each) => each.number === record.number || !hasOpenAlert(each));
  const canSee = createCanSee(call);
  for (const each of shown) {
    if (!(await canSee(each))) {
      throw new UserError(t('case:reply.hidden', { number: each.number }));
    }
  }
  const [first = record, ...others] = shown;
  return [first, ...others];
}

/** The same for a button that acts. Also throws a `UserError` if the button is not on the case's alert. */
export async function casesOfButton(
  call: ComponentCall,
  number: string,
  deps: Pick<CommandDeps, 'cases'>,
): Promise<CasesOnAlert> {
  const records = await casesOnAlert(call, number, deps);
  const [{ alert, keywordAlerts, openedAt }] = records;
  checkPost(call, { posts: [...(alert === null ? [] : [alert]), ...keywordAlerts], openedAt });
  return records;
}
