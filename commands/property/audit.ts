import type { AvailableAnalytics } from '../../src/client/available.ts';
import { readAuditLog, type AuditEntry } from '../../src/client/outcomes.ts';
import type {
  AutocompleteCall,
  Choice,
  Component,
  Reply,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { pagedReply } from '../shared/page-row.ts';
import { options } from '../texts/property.ts';
import { audit as texts, problems } from '../texts/property-answers.ts';
import { consoleOf } from './console.ts';

/** What of the audit log the service returns. */
export const AUDIT_MS = 72 * 60 * 60 * 1000;
const PAGE_SIZE = 10;
const COMPONENT_ID = 'property-audit';
const TYPE = /^[\w.@/-]{1,50}$/;
const ID = /^\d{15,20}$/;
/** Shown of an entry besides its time, type and member. */
const DETAIL_LENGTH = 200;

/** Empty where all are wanted. */
interface Filter {
  readonly type: string;
  readonly userId: string;
}

export async function showAudit(
  { interaction, guild, signal }: SlashCall,
  deps: CommandDeps,
): Promise<Reply> {
  const type = interaction.options.getString(options.type.name.en)?.trim() ?? '';
  if (type !== '' && !TYPE.test(type)) throw new UserError(problems.type);
  const userId = interaction.options.getUser(options.user.name.en)?.id ?? '';
  const entries = await entriesOf({ guildId: guild.id, signal }, deps);
  return pageReply(entries, { type, userId }, 0);
}

/** Another page. What came in the meantime moves the others back. */
export const auditPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run({ guild, signal }, [page = '', type = '', userId = ''], deps) {
    const entries = await entriesOf({ guildId: guild.id, signal }, deps);
    return pageReply(entries, { type, userId }, Number(page));
  },
};

export async function suggestTypes(
  { interaction, guild, signal }: AutocompleteCall,
  deps: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().toLowerCase();
  const entries = await entriesOf({ guildId: guild.id, signal }, deps);
  return [...new Set(entries.map(({ type }) => type))]
    .filter((type) => TYPE.test(type) && type.toLowerCase().includes(typed))
    .map((type) => ({ name: type, value: type }));
}

async function entriesOf(
  { guildId, signal }: { guildId: string; signal: AbortSignal },
  deps: CommandDeps,
): Promise<AuditEntry[]> {
  const toMs = deps.clock.now();
  const query = { propertyId: guildId, fromMs: toMs - AUDIT_MS, toMs };
  const { auditLogs }: AvailableAnalytics = await consoleOf(deps).available(query, { signal });
  // Newest first, whatever a service elsewhere does.
  return readAuditLog(auditLogs).sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}

function pageReply(all: readonly AuditEntry[], filter: Filter, wanted: number): Reply {
  const entries = all.filter((entry) => fits(entry, filter));
  if (entries.length === 0) return { content: all.length === 0 ? texts.none : texts.noneOf };
  return pagedReply({
    all: entries,
    size: PAGE_SIZE,
    wanted,
    line: lineOf,
    title: texts.title,
    footer: texts.footer,
    back: texts.newer,
    forward: texts.older,
    customId: (to) => [COMPONENT_ID, to, filter.type, filter.userId].join(':'),
  });
}

/** A user is whom it happened to, or who is named in it otherwise. */
function fits(entry: AuditEntry, { type, userId }: Filter): boolean {
  if (type !== '' && entry.type !== type) return false;
  return userId === '' || Object.values(entry).includes(userId);
}

function lineOf({ type, time, target, ...rest }: AuditEntry): string {
  const isTime = time !== null && Math.abs(time) < 8.64e15;
  const at = isTime ? moment(time) : texts.noTime;
  const whom =
    target === undefined ? '' : ` · ${ID.test(target) ? `<@${target}>` : defuse(target, 50)}`;
  // The service's own account says nothing to people.
  const detail = Object.entries(rest)
    .filter(([name, value]) => name !== 'account' && isPlain(value))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
  return `${at} **${defuse(type, 50)}**${whom}${detail === '' ? '' : ` · ${defuse(detail, DETAIL_LENGTH)}`}`;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}
