import {
  GatewayDispatchEvents,
  type APIAuditLogChange,
  type APIAuditLogEntry,
  type APIAuditLogOptions,
  type AuditLogEvent,
} from 'discord-api-types/v10';

import type { WorldState } from '../state.ts';
import type { AuditContext, GuildState } from '../types.ts';

interface AuditedAction {
  readonly action: AuditLogEvent;
  readonly targetId: string | null;
  readonly changes?: readonly APIAuditLogChange[];
  readonly options?: APIAuditLogOptions;
}

export function writeAuditLog(
  state: WorldState,
  guild: GuildState,
  {
    auditContext,
    action,
    targetId,
    changes,
    options,
  }: AuditedAction & { readonly auditContext: AuditContext },
): void {
  const entry: APIAuditLogEntry = {
    id: state.newId(),
    action_type: action,
    user_id: auditContext.byUserId,
    target_id: targetId,
    ...(changes === undefined || changes.length === 0 ? {} : { changes: [...changes] }),
    ...(options === undefined ? {} : { options }),
    ...(auditContext.reason === null ? {} : { reason: auditContext.reason }),
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

/** The fields of `after` that differ from `before`, as audit log changes. */
export function changesBetween(
  before: object,
  after: object,
  keys: readonly string[],
): APIAuditLogChange[] {
  const old: Record<string, unknown> = { ...before };
  const current: Record<string, unknown> = { ...after };
  return keys
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(current[key]))
    .map(
      (key) =>
        // The key is dynamic, so the compiler can't select a member of the union.
        ({
          key,
          ...(isAbsent(old[key]) ? {} : { old_value: old[key] }),
          ...(isAbsent(current[key]) ? {} : { new_value: current[key] }),
        }) as APIAuditLogChange,
    );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
