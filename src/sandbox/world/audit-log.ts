import {
  GatewayDispatchEvents,
  type APIAuditLogChange,
  type APIAuditLogEntry,
  type APIAuditLogOptions,
  type AuditLogEvent,
} from 'discord-api-types/v10';

import type { WorldState } from './state.ts';
import type { Deed, GuildState } from './types.ts';

interface AuditedDeed {
  readonly action: AuditLogEvent;
  readonly targetId: string | null;
  readonly changes?: readonly APIAuditLogChange[];
  readonly options?: APIAuditLogOptions;
}

/** Writes the guild's audit log and tells those who may read it. */
export function writeAuditLog(
  state: WorldState,
  guild: GuildState,
  { deed, action, targetId, changes, options }: AuditedDeed & { readonly deed: Deed },
): void {
  const entry: APIAuditLogEntry = {
    id: state.newId(),
    action_type: action,
    user_id: deed.byUserId,
    target_id: targetId,
    ...(changes === undefined || changes.length === 0 ? {} : { changes: [...changes] }),
    ...(options === undefined ? {} : { options }),
    ...(deed.reason === null ? {} : { reason: deed.reason }),
  };
  guild.auditLog.push(entry);
  state.emit({
    type: GatewayDispatchEvents.GuildAuditLogEntryCreate,
    data: { ...entry, guild_id: guild.id },
    guildId: guild.id,
    channelId: null,
    userIds: null,
  });
}

/** The fields of `after` that differ from `before`, as an audit log tells them. */
export function changesBetween(
  before: object,
  after: object,
  keys: readonly string[],
): APIAuditLogChange[] {
  const old: Record<string, unknown> = { ...before };
  const now: Record<string, unknown> = { ...after };
  return keys
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map(
      (key) =>
        // The union of all changes can't be built from a key that is only known at run time.
        ({
          key,
          ...(isNothing(old[key]) ? {} : { old_value: old[key] }),
          ...(isNothing(now[key]) ? {} : { new_value: now[key] }),
        }) as APIAuditLogChange,
    );
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
