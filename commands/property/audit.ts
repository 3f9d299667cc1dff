import { readAuditLog, type AuditEntry } from '../../src/service-api/client/outcomes.ts';
import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  type Component,
  defuse,
  type Reply,
  type SlashCall,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { isSnowflake } from '../../src/shared/snowflake.ts';
import { pagedReply } from '../shared/page-row.ts';
import { consoleOf } from './console.ts';

/** How far back the service returns the audit log. */
export const AUDIT_MS = 72 * 60 * 60 * 1000;
const PAGE_SIZE = 10;
const COMPONENT_ID = 'property-audit';
const TYPE = /^[\w.@/-]{1,50}$/;
/** An entry's details are cut to this length. */
const MAX_DETAILS_LENGTH = 200;

/** An empty value matches everything. */
interface Filter {
  readonly type: string;
  readonly userId: string;
}

export async function showAudit(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, t } = call;
  const type = interaction.options.getString('type')?.trim() ?? '';
  if (type !== '' && !TYPE.test(type)) throw new UserError(t('property:reply.invalidType'));
  const userId = interaction.options.getUser('user')?.id ?? '';
  return pageReply(await entriesOf(call, deps), { filter: { type, userId }, page: 0, t });
}

/** Shows another page. New entries move older ones to later pages. */
export const auditPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run(call, [page = '', type = '', userId = ''], deps) {
    const entries = await entriesOf(call, deps);
    return pageReply(entries, { filter: { type, userId }, page: Number(page), t: call.t });
  },
};

export async function suggestTypes(
  call: AutocompleteCall,
  deps: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = call.interaction.options.getFocused().toLowerCase();
  const entries = await entriesOf(call, deps);
  return [...new Set(entries.map(({ type }) => type))]
    .filter((type) => TYPE.test(type) && type.toLowerCase().includes(typed))
    .map((type) => ({ name: type, value: type }));
}

async function entriesOf(
  { guild, signal, t }: Pick<SlashCall, 'guild' | 'signal' | 't'>,
  deps: CommandDeps,
): Promise<AuditEntry[]> {
  const toMs = deps.clock.now();
  const query = { propertyId: guild.id, fromMs: toMs - AUDIT_MS, toMs };
  const { auditLogs } = await consoleOf({ t }, deps).available(query, { signal });
  // Newest first: a remote service's order is unknown.
  return readAuditLog(auditLogs).sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}

function pageReply(
  all: readonly AuditEntry[],
  { filter, page: wanted, t }: { filter: Filter; page: number; t: Translate },
): Reply {
  const entries = all.filter((entry) => matches(entry, filter));
  if (entries.length === 0) {
    return {
      content:
        all.length === 0 ? t('property:reply.audit.none') : t('property:reply.audit.noMatch'),
    };
  }
  return pagedReply({
    all: entries,
    size: PAGE_SIZE,
    wanted,
    line: (entry) => lineOf(entry, t),
    title: t('property:reply.audit.title'),
    footer: (page, pages, count) => t('property:reply.audit.page', { page, pages, count }),
    back: t('property:reply.audit.newer'),
    forward: t('property:reply.audit.older'),
    customId: (to) => [COMPONENT_ID, to, filter.type, filter.userId].join(':'),
  });
}

/** A user matches as the target or in any other field. */
function matches(entry: AuditEntry, { type, userId }: Filter): boolean {
  if (type !== '' && entry.type !== type) return false;
  return userId === '' || Object.values(entry).includes(userId);
}

function lineOf({ type, time, target, ...rest }: AuditEntry, t: Translate): string {
  const isTime = time !== null && Math.abs(time) < 8.64e15;
  const at = isTime ? timestamp(time) : t('property:reply.audit.unknownTime');
  const user =
    target === undefined ? '' : ` · ${isSnowflake(target) ? `<@${target}>` : defuse(target, 50)}`;
  // The service's account means nothing to moderators.
  const details = Object.entries(rest)
    .filter(([name, value]) => name !== 'account' && isPlain(value))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
  return `${at} **${defuse(type, 50)}**${user}${details === '' ? '' : ` · ${defuse(details, MAX_DETAILS_LENGTH)}`}`;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}
