import { translator } from '../../locales/translate.ts';
import type { Guild } from 'discord.js';
import type { Case } from '../../moderation/case.ts';
import type { EffectContext } from '../../moderation/ports.ts';
import { serverLanguage } from '../renderer.ts';
import { visible } from '../sanitize.ts';

/** Discord's longest reason is 512 characters. */
const REASON_LENGTH = 400;

/** For the audit log: which case, and who decided. Never a message's text. */
export function auditReason(
  guild: Guild,
  { record, policy, moderatorAction }: Pick<EffectContext, 'record' | 'policy' | 'moderatorAction'>,
): string {
  const head = reasonHead(record);
  if (moderatorAction === undefined) return `${head} ${record.rule}`;
  const { by, kind, reason } = moderatorAction;
  const t = translator(serverLanguage(guild, policy));
  const action = t(`audit:${kind}`, by);
  return visible(`${head} ${action}${reason === null ? '' : `: ${reason}`}`, REASON_LENGTH);
}

/** How every reason about a case begins. Never translated: undoing a ban looks for it. */
export function reasonHead({ number }: Pick<Case, 'number'>): string {
  return `Portcullis case #${number}:`;
}
