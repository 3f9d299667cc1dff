import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { buttonsIn } from '../../scripts/demo/press-button.ts';
import type { InteractionEvent } from '../../src/bot/interactions/interaction-event.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { raid, shown } from './incidents/raid.ts';
import { isFailed, pressMade } from './made-buttons.ts';
import { createScene } from './scene.ts';

const COMMANDS = ['case list', 'queue', 'setup', 'moderation status', 'incident list', 'appeals'];

it(
  'buttons of every post are answered a month later, and when their cases are gone',
  { timeout: 120_000 },
  async () => {
    const clock = createSkippingClock();
    const used: InteractionEvent[] = [];
    const on = await createScene({
      hasIncidents: true,
      deps: { clock, observeInteraction: (event) => used.push(event) },
    });
    const owner = on.person('owner');
    const { 'mod-alerts': channelId } = on.sandbox.channels;
    const author = on.join('author');
    await on.sayAndWait(author, 'a fork [flag]');
    await on.sayAndWait(author, 'a knife [delete]');
    await raid(on, 10);
    const posts = (): APIMessage[] =>
      [...on.channel(channelId).messages.values()].filter((post) => buttonsIn(post).length > 0);
    await shown(on, /./);

    const replies: APIMessage[] = [];
    for (const command of COMMANDS) {
      replies.push(await (await owner.slash(channelId, command)).response());
    }
    const menu = await owner.userCommand(channelId, 'Moderation record', author.id);
    replies.push(await menu.response());
    const customIds = [...posts(), ...replies].flatMap(buttonsIn).map((button) => button.custom_id);
    expect(new Set(customIds.map((id) => id.split(':')[0])).size).toBeGreaterThan(5);

    clock.skip(31 * DAY_MS);
    await pressMade(on, owner, { customIds, channelId });
    expect(used.filter(isFailed)).toEqual([]);

    clock.skip(366 * DAY_MS);
    await on.bot().retention.run();
    expect(await on.bot().cases.list(on.sandbox.guildId, { limit: 5 })).toEqual([]);
    await pressMade(on, owner, { customIds, channelId });
    expect(used.filter(isFailed)).toEqual([]);
  },
);
