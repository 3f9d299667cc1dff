import { expect, it, vi } from 'vitest';
import { createProcessFixture } from './fixture.ts';

const WARNING = 'that its state does not contain';

it('a bot warns at its start if another one with the same token and another state has acted', async () => {
  const { alerts, dir, person, sandbox, startConnected } = await createProcessFixture();
  const first = await startConnected();
  const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
  await vi.waitFor(() => expect(alerts().get(message.id)).toHaveLength(1), 5000);
  const second = await startConnected({ STATE_URL: `sqlite:${dir}/other.sqlite` });
  await second.says(WARNING);
  first.kill('SIGTERM');
  await first.exit;
  const again = await startConnected();
  await again.says('. Next: ');
  expect(again.stdout()).not.toContain(WARNING);
});
