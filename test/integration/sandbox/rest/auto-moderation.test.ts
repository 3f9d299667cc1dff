import {
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  ChannelType,
  MessageType,
  PermissionFlagsBits,
  type APIAutoModerationRule,
  type APIMessage,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { startRest, type RestFixture } from './rest-fixture.ts';

const BLOCK = { type: AutoModerationActionType.BlockMessage };

const keywordRule = (words: readonly string[], more: object = {}) => ({
  name: 'Words',
  event_type: AutoModerationRuleEventType.MessageSend,
  trigger_type: AutoModerationRuleTriggerType.Keyword,
  trigger_metadata: { keyword_filter: words },
  actions: [BLOCK],
  enabled: true,
  ...more,
});

async function startWithManager() {
  const fixture = await startRest();
  const { world, guild, bot, asOwner, call } = fixture;
  const { id } = world.roles.create(
    guild.id,
    { name: 'Manager', permissions: PermissionFlagsBits.ManageGuild, position: 1 },
    asOwner,
  );
  world.members.addRole({ guildId: guild.id, userId: bot.id }, id, asOwner);
  fixture.events.length = 0;
  const route = `/guilds/${guild.id}/auto-moderation/rules`;
  return {
    ...fixture,
    route,
    create: (body: object) => call<APIAutoModerationRule>(`POST ${route}`, { body }),
  };
}

const say = ({ call, general, alice }: RestFixture, content: string) =>
  call<APIMessage>(`POST /channels/${general.id}/messages`, { as: alice, body: { content } });

describe('auto moderation rules', () => {
  it('are created, listed, changed and deleted, with events and audit log entries', async () => {
    const { create, call, route, guild, bot, events } = await startWithManager();
    const created = await create(keywordRule(['cat*']));
    expect(created).toMatchObject({
      status: 200,
      body: {
        guild_id: guild.id,
        creator_id: bot.id,
        trigger_metadata: { keyword_filter: ['cat*'], regex_patterns: [], allow_list: [] },
        exempt_roles: [],
        exempt_channels: [],
      },
    });
    const one = `${route}/${created.body.id}`;
    expect((await call(`GET ${route}`)).body).toEqual([created.body]);
    const changed = { ...created.body, name: 'Cats', enabled: false };
    const edit = { body: { name: 'Cats', enabled: false } };
    expect((await call(`PATCH ${one}`, edit)).body).toEqual(changed);
    expect((await call(`GET ${one}`)).body).toEqual(changed);
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    expect(await call(`GET ${one}`)).toMatchObject({ status: 404 });
    expect(events.map(({ type }) => type)).toEqual([
      'AUTO_MODERATION_RULE_CREATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'AUTO_MODERATION_RULE_UPDATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'AUTO_MODERATION_RULE_DELETE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
    ]);
    expect(guild.auditLog.slice(-3)).toMatchObject([
      { action_type: AuditLogEvent.AutoModerationRuleCreate, user_id: bot.id },
      {
        action_type: AuditLogEvent.AutoModerationRuleUpdate,
        changes: [{ key: 'name', old_value: 'Words', new_value: 'Cats' }, { key: 'enabled' }],
      },
      { action_type: AuditLogEvent.AutoModerationRuleDelete, target_id: created.body.id },
    ]);
  });

  it('need Manage Server, and a timeout Moderate Members, too', async () => {
    const fixture = await startWithManager();
    const { call, route, alice, world, guild, asOwner } = fixture;
    const denied = { status: 403, body: { code: 50013 } };
    expect(await call(`GET ${route}`, { as: alice })).toMatchObject(denied);
    const body = keywordRule(['cat']);
    expect(await call(`POST ${route}`, { as: alice, body })).toMatchObject(denied);
    const { id } = world.roles.create(
      guild.id,
      { name: 'Helper', permissions: PermissionFlagsBits.ManageGuild, position: 1 },
      asOwner,
    );
    world.members.addRole({ guildId: guild.id, userId: alice.id }, id, asOwner);
    const timeout = { type: AutoModerationActionType.Timeout, metadata: { duration_seconds: 60 } };
    const withTimeout = keywordRule(['cat'], { actions: [timeout] });
    expect(await call(`POST ${route}`, { as: alice, body: withTimeout })).toMatchObject(denied);
    expect((await call(`POST ${route}`, { as: alice, body })).status).toBe(200);
  });

  it('are at most six about keywords', async () => {
    const { create } = await startWithManager();
    for (let count = 0; count < 6; count += 1) {
      expect((await create(keywordRule(['cat']))).status).toBe(200);
    }
    expect(await create(keywordRule(['cat']))).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        errors: {
          _errors: [
            {
              code: 'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED',
              message: 'Maximum number of rules with trigger type 1 is 6',
            },
          ],
        },
      },
    });
  });

  it.each<[string, object]>([
    ['a keyword of 61 characters', keywordRule(['x'.repeat(61)])],
    ['1,001 keywords', keywordRule(Array.from({ length: 1001 }, (_, index) => `word${index}`))],
    [
      '101 allowed words',
      keywordRule(['cat'], {
        trigger_metadata: { allow_list: Array.from({ length: 101 }, (_, index) => `word${index}`) },
      }),
    ],
    ['21 exempt roles', keywordRule(['cat'], { exempt_roles: Array(21).fill('1') })],
    ['no action', keywordRule(['cat'], { actions: [] })],
    [
      'an alert in a channel of nobody',
      keywordRule(['cat'], { actions: [{ type: 2, metadata: { channel_id: '1' } }] }),
    ],
    [
      'a limit of 51 mentions',
      keywordRule([], { trigger_type: 5, trigger_metadata: { mention_total_limit: 51 } }),
    ],
    ['a trigger type that does not exist', keywordRule(['cat'], { trigger_type: 2 })],
  ])('cannot have %s', async (_what, body) => {
    const { create } = await startWithManager();
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('a message that triggers a rule', () => {
  it('is blocked before anybody sees it', async () => {
    const fixture = await startWithManager();
    const { body: rule } = await fixture.create(keywordRule(['cat*', 'dog']));
    fixture.events.length = 0;
    expect(await say(fixture, 'my Cats sleep')).toMatchObject({
      status: 400,
      body: { code: 200_000 },
    });
    expect([...fixture.general.messages.values()]).toEqual([]);
    expect(fixture.events).toMatchObject([
      {
        type: 'AUTO_MODERATION_ACTION_EXECUTION',
        data: {
          guild_id: fixture.guild.id,
          rule_id: rule.id,
          rule_trigger_type: 1,
          user_id: fixture.alice.id,
          channel_id: fixture.general.id,
          action: { type: AutoModerationActionType.BlockMessage },
          content: 'my Cats sleep',
          matched_keyword: 'cat*',
          matched_content: 'Cat',
        },
      },
      {
        type: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
        data: {
          action_type: AuditLogEvent.AutoModerationBlockMessage,
          target_id: fixture.alice.id,
          options: { auto_moderation_rule_name: 'Words', channel_id: fixture.general.id },
        },
      },
    ]);
  });

  it('is blocked when it is edited, too', async () => {
    const fixture = await startWithManager();
    await fixture.create(keywordRule(['cat']));
    const { body: message } = await say(fixture, 'my dog');
    const route = `PATCH /channels/${fixture.general.id}/messages/${message.id}`;
    const edited = await fixture.call(route, { as: fixture.alice, body: { content: 'my cat' } });
    expect(edited).toMatchObject({ status: 400, body: { code: 200_000 } });
    expect(fixture.general.messages.get(message.id)?.content).toBe('my dog');
  });

  it.each([
    ['inside another word', 'education'],
    ['on the allow list', 'a wildcat'],
  ])('passes with the word %s', async (_where, content) => {
    const fixture = await startWithManager();
    const trigger_metadata = { keyword_filter: ['cat', '*dcat'], allow_list: ['wildcat'] };
    await fixture.create(keywordRule([], { trigger_metadata }));
    expect((await say(fixture, content)).status).toBe(200);
  });

  it('passes in exempt channels, with exempt roles, by bots and by who may change the rules', async () => {
    const fixture = await startWithManager();
    const { create, call, route, guild, general, owner, bot, alice } = fixture;
    const { body: rule } = await create(keywordRule(['cat'], { exempt_channels: [general.id] }));
    expect((await say(fixture, 'cat')).status).toBe(200);
    await call(`PATCH ${route}/${rule.id}`, { body: { exempt_channels: [] } });
    for (const as of [owner, bot]) expect(await fixture.post(as, 'cat')).toHaveProperty('id');
    expect((await say(fixture, 'cat')).status).toBe(400);
    const { id } = fixture.world.roles.create(
      guild.id,
      { name: 'Exempt', position: 1 },
      fixture.asOwner,
    );
    fixture.world.members.addRole({ guildId: guild.id, userId: alice.id }, id, fixture.asOwner);
    await call(`PATCH ${route}/${rule.id}`, { body: { exempt_roles: [id] } });
    expect((await say(fixture, 'cat')).status).toBe(200);
    await call(`PATCH ${route}/${rule.id}`, { body: { exempt_roles: [], enabled: false } });
    expect((await say(fixture, 'cat')).status).toBe(200);
  });

  it('is posted to the channel of an alert, and its author is timed out', async () => {
    const fixture = await startWithManager();
    const { world, guild, asOwner, create, alice } = fixture;
    const { id: channelId } = world.channels.create(
      guild.id,
      { name: 'log', type: ChannelType.GuildText },
      asOwner,
    );
    const actions = [
      { type: AutoModerationActionType.SendAlertMessage, metadata: { channel_id: channelId } },
      { type: AutoModerationActionType.Timeout, metadata: { duration_seconds: 60 } },
    ];
    await create(keywordRule(['cat'], { actions }));
    expect((await say(fixture, 'a cat')).status).toBe(200);
    const [alert] = [...(world.state.channels.get(channelId)?.messages.values() ?? [])];
    expect(alert).toMatchObject({
      type: MessageType.AutoModerationAction,
      author: { id: alice.id },
      embeds: [{ type: 'auto_moderation_message', description: 'a cat' }],
    });
    const executions = fixture.eventsOf('AUTO_MODERATION_ACTION_EXECUTION');
    expect(executions).toMatchObject([{ data: { alert_system_message_id: alert?.id } }, {}]);
    expect((await say(fixture, 'hello')).status).toBe(403);
  });

  it('is blocked for a pattern or too many mentions', async () => {
    const fixture = await startWithManager();
    const { create, bob, owner, alice, bot } = fixture;
    await create(keywordRule([], { trigger_metadata: { regex_patterns: ['^(b|c)at$'] } }));
    await create(
      keywordRule([], {
        trigger_type: AutoModerationRuleTriggerType.MentionSpam,
        trigger_metadata: { mention_total_limit: 3 },
      }),
    );
    expect((await say(fixture, 'bat')).status).toBe(400);
    const mentions = [bob, owner, alice].map(({ id }) => `<@${id}>`).join(' ');
    expect((await say(fixture, `${mentions} <@!${bob.id}>`)).status).toBe(200);
    expect((await say(fixture, `${mentions} <@${bot.id}>`)).status).toBe(400);
  });
});
