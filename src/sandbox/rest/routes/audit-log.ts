import { PermissionFlagsBits, type APIAuditLog } from 'discord-api-types/v10';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import type { Api } from '../api.ts';
import { auditLogQuerySchema } from '../forms/guild.ts';

export function addAuditLogRoutes({ route, world, access }: Api): void {
  const { users } = world.state;

  route('GET /guilds/:guild_id/audit-logs', (call): APIAuditLog => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ViewAuditLog);
    const query = call.query(auditLogQuerySchema);
    const matching = guild.auditLog.filter(
      (entry) =>
        (query.user_id === undefined || entry.user_id === query.user_id) &&
        (query.target_id === undefined || entry.target_id === query.target_id) &&
        (query.action_type === undefined || entry.action_type === query.action_type) &&
        (query.before === undefined || compareSnowflakes(entry.id, query.before) < 0) &&
        (query.after === undefined || compareSnowflakes(entry.id, query.after) > 0),
    );
    // With `after`, Discord lists the oldest entries first; otherwise the newest first.
    const entries =
      query.after === undefined
        ? matching.slice(-query.limit).reverse()
        : matching.slice(0, query.limit);
    const named = new Set(entries.flatMap((entry) => [entry.user_id ?? '', entry.target_id ?? '']));
    return {
      audit_log_entries: entries,
      users: [...named].flatMap((id) => users.get(id)?.user ?? []),
      application_commands: [],
      auto_moderation_rules: [...guild.autoModerationRules.values()].filter(({ id }) =>
        named.has(id),
      ),
      guild_scheduled_events: [],
      integrations: [],
      threads: [],
      webhooks: [...guild.webhooks.values()].filter(({ id }) => named.has(id)),
    };
  });
}
