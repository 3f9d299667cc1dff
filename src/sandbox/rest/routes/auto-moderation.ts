import { AutoModerationActionType, PermissionFlagsBits } from 'discord-api-types/v10';

import { findAutoModerationRule } from '../../world/automod/rules.ts';
import type { GuildAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import {
  actionsOf,
  createRuleSchema,
  editRuleSchema,
  metadataOf,
  type RuleForm,
} from '../forms/auto-moderation.ts';

export function addAutoModerationRoutes({ route, world, access }: Api): void {
  const { autoModerationRules: rules } = world;

  function accessFor(call: Call): GuildAccess {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    guildAccess.need(PermissionFlagsBits.ManageGuild);
    return guildAccess;
  }

  /** A rule with timeouts needs Moderate Members. */
  function checkActions({ need }: GuildAccess, { actions = [] }: RuleForm): void {
    if (actions.some(({ type }) => type === AutoModerationActionType.Timeout)) {
      need(PermissionFlagsBits.ModerateMembers);
    }
  }

  const hasChannelIn =
    ({ guild }: GuildAccess) =>
    (id: string): boolean =>
      guild.channels.has(id);

  route('GET /guilds/:guild_id/auto-moderation/rules', (call) => [
    ...accessFor(call).guild.autoModerationRules.values(),
  ]);

  route('GET /guilds/:guild_id/auto-moderation/rules/:rule_id', (call) =>
    findAutoModerationRule(accessFor(call).guild, call.id('rule_id')),
  );

  route('POST /guilds/:guild_id/auto-moderation/rules', (call) => {
    const guildAccess = accessFor(call);
    const form = call.form(createRuleSchema);
    checkActions(guildAccess, form);
    const type = form.trigger_type;
    return rules.create(
      guildAccess.guild.id,
      {
        name: form.name,
        event_type: form.event_type,
        trigger_type: type,
        trigger_metadata: metadataOf(type, form.trigger_metadata ?? {}),
        actions: actionsOf(form.actions, { type, hasChannel: hasChannelIn(guildAccess) }),
        enabled: form.enabled ?? false,
        exempt_roles: form.exempt_roles ?? [],
        exempt_channels: form.exempt_channels ?? [],
      },
      call.auditContext,
    );
  });

  route('PATCH /guilds/:guild_id/auto-moderation/rules/:rule_id', (call) => {
    const guildAccess = accessFor(call);
    const { id: ruleId, trigger_type: type } = findAutoModerationRule(
      guildAccess.guild,
      call.id('rule_id'),
    );
    const form = call.form(editRuleSchema);
    checkActions(guildAccess, form);
    const { name, event_type, enabled, exempt_roles, exempt_channels } = form;
    const { trigger_metadata: metadata, actions } = form;
    return rules.update(
      { guildId: guildAccess.guild.id, ruleId },
      {
        ...(name === undefined ? {} : { name }),
        ...(event_type === undefined ? {} : { event_type }),
        ...(metadata ? { trigger_metadata: metadataOf(type, metadata) } : {}),
        ...(actions === undefined
          ? {}
          : { actions: actionsOf(actions, { type, hasChannel: hasChannelIn(guildAccess) }) }),
        ...(typeof enabled === 'boolean' ? { enabled } : {}),
        ...(exempt_roles ? { exempt_roles } : {}),
        ...(exempt_channels ? { exempt_channels } : {}),
      },
      call.auditContext,
    );
  });

  route('DELETE /guilds/:guild_id/auto-moderation/rules/:rule_id', (call) => {
    const { guild } = accessFor(call);
    rules.delete({ guildId: guild.id, ruleId: call.id('rule_id') }, call.auditContext);
  });
}
