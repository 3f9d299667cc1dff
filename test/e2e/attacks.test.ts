import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openScene, type Scene } from './scene.ts';

/* Attacks that have no place of their own. docs/threat-model.md lists all. */

let on: Scene;
beforeAll(async () => {
  on = await openScene();
});
afterAll(() => on.close());

it('ten previews at once are answered, and a bad message is deleted meanwhile', async () => {
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
      }, 20_000);
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
