import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createTrafficScene } from './fixture.ts';

it('a ban after ten deletions in nine seconds is a post of its own within three seconds, and pings', async () => {
  const on = await createTrafficScene();
  const roleId = on.sandbox.roles.Moderator;
  await on.setPolicy({ alerts: { spoiler: true, roleId } });
  for (let author = 1; author <= 10; author += 1) {
    on.write(on.newMember(), 'this is [delete]');
    await wait(900);
  }
  const threat = on.write(on.newMember(), 'this is [ban]');
  await vi.waitFor(
    () => {
      const pings = on.posts().filter(({ content }) => content === `<@&${roleId}>`);
      expect(pings).toHaveLength(1);
    },
    { timeout: 3000, interval: 20 },
  );
  const record = await vi.waitFor(async () => {
    const found = await on.caseAbout(threat.id);
    expect(found.closedAt).not.toBeNull();
    return found;
  });
  expect(on.posts().at(-1)?.id).toBe(record.alert?.messageId);
}, 60_000);
