import { unauthorized } from '../errors.ts';
import type { Actor } from '../world/types.ts';
import type { World } from '../world/world.ts';

/**
 * Who an Authorization header stands for: `Bot <token>` for bots, `<token>` or `Bearer <token>` for people.
 * A bot's token without its word is refused, as on Discord.
 */
export function authenticate(world: World, header: string | undefined): Actor {
  const { scheme, token } = split(header ?? '');
  const actor = world.actorOf(token);
  if (actor === null || (actor.kind === 'bot') !== (scheme === 'bot')) throw unauthorized();
  return actor;
}

function split(header: string): { scheme: string; token: string } {
  const match = /^(?:(bot|bearer)\s+)?(\S+)$/i.exec(header.trim());
  return { scheme: (match?.[1] ?? '').toLowerCase(), token: match?.[2] ?? '' };
}
