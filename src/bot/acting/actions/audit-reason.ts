import { translator } from '../../locales/translate.ts';
import type { APIBan, Guild } from 'discord.js';
import { manualActionOf, UNSTORED, type Case } from '../../domain/case.ts';
import type { EffectContext } from '../../domain/ports.ts';
import { ruleText } from '../../rendering/rule-text.ts';
import { serverLanguage } from '../../rendering/renderer.ts';
import { visible } from '../../rendering/sanitize.ts';

/** Discord's longest reason is 512 characters. */
const REASON_LENGTH = 400;
const BULK_REASON_LENGTH = 480;

/** For the audit log: which case, and who decided. Never a message's text. */
export function auditReason(
  guild: Guild,
  { record, policy, moderatorAction }: Pick<EffectContext, 'record' | 'policy' | 'moderatorAction'>,
): string {
  const t = translator(serverLanguage(guild, policy));
  const decided = moderatorAction ?? manualActionOf(record);
  if (decided === null) {
    return visible(`${reasonHead(record)} ${ruleText(t, record.rule)}`, REASON_LENGTH);
  }
  const { by, kind, reason } = decided;
  const incident = moderatorAction?.incident;
  // Bans of many have one reason.
  const head = incident === undefined ? reasonHead(record) : incidentReasonHead(incident);
  const action = t(`audit:${kind}`, by);
  return visible(`${head} ${action}${reason === null ? '' : `: ${reason}`}`, REASON_LENGTH);
}

/** For several cases at once, such as `Portcullis cases #3–#7, #9`. */
export function bulkReason(caseNumbers: readonly number[]): string {
  const stored = caseNumbers.filter((number) => number !== UNSTORED);
  const numbers = [...new Set(stored)].sort((a, b) => a - b);
  if (numbers.length === 0) return 'Portcullis';
  let reason = numbers.length === 1 ? 'Portcullis case' : 'Portcullis cases';
  for (let index = 0; index < numbers.length;) {
    const [first = 0] = numbers.slice(index);
    let end = index + 1;
    while (numbers[end] === first + (end - index)) end += 1;
    const last = first + (end - index) - 1;
    const range = `${index === 0 ? '' : ','} #${first}${last === first ? '' : `–#${last}`}`;
    if (reason.length + range.length > BULK_REASON_LENGTH) {
      return `${reason} and ${numbers.length - index} more`;
    }
    reason += range;
    index = end;
  }
  return reason;
}

/** How the reason for an action on all members of an incident begins. */
export function incidentReasonHead(incident: number): string {
  return `Portcullis incident #${incident}:`;
}

/** How every reason about a case begins. Never translated: undoing a ban looks for it. */
export function reasonHead({ number }: Pick<Case, 'number'>): string {
  if (number === UNSTORED) return 'Portcullis:';
  return `Portcullis case #${number}:`;
}

/** Whether a ban comes from a case, or from the incident that the case belongs to. */
export function isBanOf(record: Case, { reason }: Pick<APIBan, 'reason'>): boolean {
  const heads = [
    reasonHead(record),
    ...(record.incident === null ? [] : [incidentReasonHead(record.incident)]),
  ];
  return heads.some((head) => reason?.startsWith(head) === true);
}
