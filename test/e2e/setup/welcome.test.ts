import { expect, it } from 'vitest';
import { INVITED_PERMISSION_BITS } from '../../../src/bot/access/permissions.ts';
import { createScene } from '../scene.ts';
import { directMessages } from './direct-messages.ts';
import { forgetResult } from './forget-result.ts';
import { createServer, ViewAuditLog, until } from './new-server.ts';

it('welcomes a server that adds the bot in the system channel, once, also after a restart', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  await until(() => expect(server.messagesIn(server.chatId)).toHaveLength(1));
  const [welcome] = server.messagesIn(server.chatId);
  expect(welcome?.content).toContain('Thanks for adding Portcullis');
  expect(JSON.stringify(welcome?.components)).toContain('Set up');

  await on.stopBot();
  await on.startBot();
  on.sandbox.faults.invalidateSessions(false);
  const message = await server.bob.say(server.chatId, 'hello');
  await on.outcomeOf(message.id);
  expect(server.messagesIn(server.chatId)).toHaveLength(2);
});

it('writes to the person who added it when it may not write in the system channel', async () => {
  const on = await createScene();
  const server = createServer(on, { hasSystemChannel: false });
  const { carol, owner } = on.sandbox.members;
  on.sandbox.world.members.add({ guildId: server.guildId, userId: carol.id });
  server.addBot({ addedBy: carol.id, permissions: INVITED_PERMISSION_BITS | ViewAuditLog });
  await until(() => expect(directMessages(on, carol.id)).toHaveLength(1));
  expect(directMessages(on, carol.id)[0]).toContain('Portcullis is now in **Newcomers**');
  expect(directMessages(on, owner.id)).toEqual([]);
});

it('writes to the owner when it may not read the audit log', async () => {
  const on = await createScene();
  const server = createServer(on, { hasSystemChannel: false });
  server.addBot({ addedBy: on.sandbox.members.carol.id });
  await until(() => expect(directMessages(on, on.sandbox.members.owner.id)).toHaveLength(1));
});

it('sends the welcome after a restart when Discord did not answer, and not twice', async () => {
  const on = await createScene();
  const server = createServer(on);
  on.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 500, times: 100 });
  server.addBot();
  await until(() => expect(on.log.join('\n')).toContain('posting failed'));
  on.sandbox.faults.clear();
  expect(server.messagesIn(server.chatId)).toHaveLength(0);
  await on.stopBot();
  await on.startBot();
  await until(() => expect(server.messagesIn(server.chatId)).toHaveLength(1));
});

it('asks the person who added it, also after the system channel refused the welcome', async () => {
  const on = await createScene();
  const server = createServer(on);
  const { carol, owner } = on.sandbox.members;
  on.sandbox.world.members.add({ guildId: server.guildId, userId: carol.id });
  on.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 403, times: 1 });
  server.addBot({ addedBy: carol.id, permissions: INVITED_PERMISSION_BITS | ViewAuditLog });
  await until(() => expect(directMessages(on, carol.id)).toHaveLength(1));
  expect(directMessages(on, owner.id)).toEqual([]);
});

it('does not write to a person when the system channel has the welcome, but its result was not stored', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  await until(() => expect(server.messagesIn(server.chatId)).toHaveLength(1));
  await forgetResult(on, { kind: 'welcome', channelId: server.chatId });
  expect(server.messagesIn(server.chatId)).toHaveLength(1);
  expect(directMessages(on, on.sandbox.members.owner.id)).toEqual([]);
});
