import { emptyDirectory, updated } from '../../../../../src/sandbox/page/browser/directory.ts';
import type { ChannelView } from '../../../../../src/sandbox/page/protocol/guild.ts';

const channel = (id: string, name: string): ChannelView => ({
  id,
  name,
  kind: 'text',
  topic: '',
  parentId: null,
  canSend: true,
  canManageMessages: false,
  isPrivate: false,
  isArchived: false,
});
const user = (id: string, name: string) => ({ id, name, isBot: false, color: null });

/** Two members whose names begin alike, a role and a channel. */
export const directory = updated(emptyDirectory(), {
  users: [user('1', 'Bob'), user('2', 'Bob Ross')],
  roles: [{ id: '3', name: 'Trusted', color: null }],
  channels: [channel('4', 'general')],
});
