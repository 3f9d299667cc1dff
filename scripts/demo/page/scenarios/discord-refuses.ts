import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Script } from './script.ts';

const WATCH_MS = 5_000;

/** The owner has removed a permission: the alert names the action that Discord refused, and the fix. */
export const discordRefuses: Script = {
  id: 'refused',
  name: 'Discord refuses',
  description: 'The bot may not delete messages. The alert says why, and how to fix it.',
  async play({ cast, say, harness }) {
    const { world, roles, members } = harness.sandbox;
    const byOwner = { byUserId: members.owner.id, reason: null };
    say('Olivia took “Manage Messages” from the bot in #general. Bob writes something vile.');
    world.channels.setOverwrite(
      cast.general,
      {
        id: roles.Portcullis,
        type: OverwriteType.Role,
        allow: '0',
        deny: PermissionFlagsBits.ManageMessages.toString(),
      },
      byOwner,
    );
    try {
      await cast.person('bob').say(cast.general, 'you are worthless, go kill yourself');
      await cast.pause(WATCH_MS);
      say('Discord refused. The message stands, and the alert says why and what to change.');
    } finally {
      world.channels.deleteOverwrite(cast.general, roles.Portcullis, byOwner);
    }
  },
};
