import type { Case } from '../moderation/case.ts';
import type { EffectContext } from '../moderation/ports.ts';
import { visible } from './text.ts';

/** Discord's longest reason is 512 characters. */
const REASON_LENGTH = 400;

/** What the server's audit log says: which case, and whose decision it was. Never a message's text. */
export function auditReason({ record, ruling }: Pick<EffectContext, 'record' | 'ruling'>): string {
  const head = reasonHead(record);
  if (ruling === undefined) return `${head} ${record.rule}`;
  const { by, kind, reason } = ruling;
  const words = `${kind} by ${by.name} (${by.id})`;
  return visible(`${head} ${words}${reason === null ? '' : `: ${reason}`}`, REASON_LENGTH);
}

/** How every reason begins that is about a case. */
export function reasonHead({ number }: Pick<Case, 'number'>): string {
  return `Portcullis case #${number}:`;
}
