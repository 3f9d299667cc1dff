import { ChannelType } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { components } from '../../commands/index.ts';
import type { InteractionEvent } from '../../src/bot/interactions/interaction-event.ts';
import { isFailed, pressMade } from './made-buttons.ts';
import { openScene, type Scene } from './scene.ts';

/* Attacks that have no place of their own. docs/threat-model.md lists all. */

const SLOW = { timeout: 60_000 };

let on: Scene;
const used: InteractionEvent[] = [];
const failed = (): InteractionEvent[] => used.filter(isFailed);
beforeAll(async () => {
  on = await openScene({ deps: { observeInteraction: (event) => used.push(event) } });
});
afterAll(() => on.close());

it('ten previews at once are answered, and a bad message is deleted meanwhile', SLOW, async () => {
  const owner = on.person('owner');
  for (let index = 0; index < 20; index += 1) {
    await on.sayAndWait(on.person('alice'), `harmless ${index}`);
  }
  const previews = Promise.all(
    Array.from({ length: 10 }, async () => {
      const used = await owner.slash(
        on.sandbox.channels['mod-alerts'],
        'moderation preview preset',
        {
          preset: 'strict',
        },
      );
      return vi.waitFor(async () => {
        const { embeds } = await used.response();
        expect(embeds).toHaveLength(2);
        return embeds;
      }, SLOW);
    }),
  );
  const { message } = await on.sayAndWait(on.person('bob'), 'this is [delete]');
  expect(on.exists(message)).toBe(false);
  expect(await previews).toHaveLength(10);
});

it('an alert about a message with a hundred mentions pings nobody', async () => {
  const members = Array.from({ length: 80 }, (_, index) => on.join(`mentioned-${index}`));
  const mentions = members.map(({ id }) => `<@${id}>`).join('');
  const { message } = await on.sayAndWait(
    on.person('bob'),
    `[delete] @everyone @here ${mentions}`.slice(0, 2000),
  );
  expect(on.exists(message)).toBe(false);
  const alerts = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()];
  for (const alert of alerts) {
    const { mentions: pinged, mention_roles: roles, mention_everyone: everyone } = alert;
    expect({ pinged, roles, everyone }).toEqual({ pinged: [], roles: [], everyone: false });
  }
  expect(on.alertsAbout(message.id)).toHaveLength(1);
});

describe('made-up buttons of every kind', { timeout: 120_000 }, () => {
  /** A case, an appeal-able timeout and a ban to lift: what a forged button could be about. */
  async function fill(): Promise<{ readonly caseNumber: number; readonly authorId: string }> {
    const author = on.join('author');
    await on.setRules({ act: [{ kind: 'delete' }, { kind: 'timeout' }, { kind: 'alert' }] });
    const { message } = await on.sayAndWait(author, 'this calls for [act]');
    const { number } = await on.caseAbout(message.id);
    return { caseNumber: number, authorId: author.id };
  }

  /** Custom ids of each component, with the arguments that others have. */
  function forged({ caseNumber, authorId }: Awaited<ReturnType<typeof fill>>): string[] {
    const { guildId } = on.sandbox;
    const ends = [
      '',
      `:${caseNumber}`,
      `:${caseNumber}:undo`,
      `:${caseNumber}:ban`,
      `:${guildId}:${caseNumber}`,
      `:${authorId}`,
      `:accept:${caseNumber}`,
      ':mode',
      ':-:-:5',
      `:${'x'.repeat(60)}`,
    ];
    return components.flatMap(({ id }) => ends.map((end) => `${id}${end}`));
  }

  /** What moderators and members would notice. */
  async function stateOf() {
    const { guildId } = on.sandbox;
    const bot = on.bot();
    return {
      cases: await bot.cases.list(guildId, { limit: 100 }),
      policy: await bot.policies.get(guildId),
      members: [...on.guild.members.values()],
      bans: [...on.guild.bans.keys()],
      audits: on.guild.auditLog.length,
      channels: [...on.guild.channels.keys()],
    };
  }

  it('are answered, change nothing and tell nothing when a member without rights presses them', async () => {
    const filled = await fill();
    const stranger = on.join('stranger');
    const before = await stateOf();
    const { general } = on.sandbox.channels;
    const answers = await pressMade(on, stranger, {
      customIds: forged(filled),
      channelId: general,
    });
    expect(failed()).toEqual([]);
    // Buttons are checked like commands: they show nothing about others either.
    expect(answers.filter((answer) => answer.includes(`<@${filled.authorId}>`))).toEqual([]);
    expect(await stateOf()).toEqual(before);
  });

  it('change nothing in a server when the owner of another one presses them there', async () => {
    const ids = forged(await fill());
    const { world, botId } = on.sandbox;
    const owner = on.join('owner-of-another');
    const guild = world.guilds.create({ name: 'Another', ownerId: owner.id });
    world.members.add({ guildId: guild.id, userId: botId }, {});
    const channel = world.channels.create(
      guild.id,
      { name: 'chat', type: ChannelType.GuildText },
      { byUserId: owner.id, reason: null },
    );
    const before = await stateOf();
    await pressMade(on, owner, { customIds: ids, channelId: channel.id });
    expect(failed()).toEqual([]);
    expect(await stateOf()).toEqual(before);
  });
});
