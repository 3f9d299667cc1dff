import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import type { Person } from '../../../src/sandbox/person.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';
import { alertAbout, buttonsOf, press } from './alert-view.ts';

interface QueueScene {
  readonly on: Scene;
  readonly moderator: Person;
  readonly owner: Person;
  queue(person: Person): Promise<APIMessage>;
  /** The numbers in the list, in order. */
  numbers(reply: APIMessage): string[];
}

async function createQueueScene(options: SceneOptions = {}): Promise<QueueScene> {
  const on = await createScene(options);
  const { 'mod-alerts': alerts } = on.sandbox.channels;
  return {
    on,
    moderator: on.person('moderator'),
    owner: on.person('owner'),
    async queue(person) {
      const interaction = await person.slash(alerts, 'queue', {});
      expect(interaction.isEphemeral).toBe(true);
      return interaction.response();
    },
    numbers: ({ embeds }) => embeds[0]?.description?.match(/(?<=\*\*)#\d+/g) ?? [],
  };
}

const next = async (person: Person, reply: APIMessage): Promise<APIMessage> =>
  (await person.click(reply, 'Take the next')).response();

const shownOf = ({ content, embeds, components }: APIMessage): string =>
  JSON.stringify({ content, embeds, components });

it('lists open alerts by severity, then age, and leaves out what was handled', async () => {
  const { on, owner, queue, numbers } = await createQueueScene();
  const say = (name: string, text: string) => on.sayAndWait(on.join(name), text);
  await say('a', 'a fork [flag]');
  await say('b', 'a spoon [flag]');
  await say('c', 'a knife [mute]');
  const { message } = await say('d', 'a plate [flag]');
  await press(owner, alertAbout(on, message.id), 'Handled');
  const reply = await queue(owner);
  expect(numbers(reply)).toEqual(['#3', '#1', '#2']);
  expect(reply.embeds[0]?.description).toMatch(/\[alert\]\(https:\/\/discord\.com\/channels\//);
});

it('gives each of two moderators another alert, with a link to it, and says who has which', async () => {
  const { on, owner, moderator, queue } = await createQueueScene();
  await on.sayAndWait(on.join('a'), 'a fork [flag]');
  await on.sayAndWait(on.join('b'), 'a spoon [flag]');
  const [ownersList, moderatorsList] = [await queue(owner), await queue(moderator)];
  const [first, second] = await Promise.all([
    next(owner, ownersList),
    next(moderator, moderatorsList),
  ]);
  expect(buttonsOf(first)).toEqual(['Take the next', 'List']);
  expect(shownOf(first)).toContain('"label":"Open the alert"');
  const numberIn = (reply: APIMessage) => /#[12]\b/.exec(shownOf(reply))?.[0];
  expect(new Set([numberIn(first), numberIn(second)])).toEqual(new Set(['#1', '#2']));
  const list = shownOf(await queue(owner));
  expect(list).toContain(`👀 <@${owner.id}>`);
  expect(list).toContain(`👀 <@${moderator.id}>`);
  expect((await next(owner, first)).content).toBe('Every open alert is handled or taken.');
});

it('offers an alert again that was taken and not handled', async () => {
  const clock = createSkippingClock();
  const { on, owner, moderator, queue } = await createQueueScene({ deps: { clock } });
  const { message } = await on.sayAndWait(on.join('a'), 'a fork [flag]');
  await clock.skipUntil(() => on.alertsAbout(message.id).length > 0);
  await next(owner, await queue(owner));
  expect((await next(moderator, await queue(moderator))).content).toContain('taken');
  clock.skip(16 * 60_000);
  expect((await next(moderator, await queue(moderator))).content).toContain('yours');
});

it('shows moderators only alerts about channels that they can see', async () => {
  const { on, owner, moderator, queue, numbers } = await createQueueScene();
  const { world, guildId, roles } = on.sandbox;
  const view = PermissionFlagsBits.ViewChannel.toString();
  const insiders = world.roles.create(guildId, { name: 'Insiders', position: 1 }, on.asOwner);
  const role = (id: string, allow: string, deny: string) => ({
    id,
    type: OverwriteType.Role,
    allow,
    deny,
  });
  const hidden = world.channels.create(
    guildId,
    {
      name: 'council',
      type: ChannelType.GuildText,
      permission_overwrites: [
        role(guildId, '0', view),
        role(insiders.id, view, '0'),
        role(roles.Portcullis, view, '0'),
      ],
    },
    on.asOwner,
  );
  const message = await on.join('insider', [insiders.id]).say(hidden.id, 'secret [flag]');
  await on.outcomeOf(message.id);
  expect(numbers(await queue(owner))).toEqual(['#1']);
  expect(numbers(await queue(moderator))).toEqual([]);
});

it('says when nothing waits, and is not for members', async () => {
  const { on, owner, queue } = await createQueueScene();
  expect((await queue(owner)).embeds[0]?.description).toContain('No alert of the last 7 days');
  await expect(queue(on.person('alice'))).rejects.toThrow(/status 403/);
});
