import { GatewayIntentBits } from 'discord-api-types/v10';

import { areDisallowedIntents } from '../gateway/intents.ts';
import type { Actor } from '../world/types.ts';

/*
 * Discord applies the privileged intents to REST too: a bot's application must have the intent enabled. Users need
 * no intents.
 */

export function maySeeContent(actor: Actor): boolean {
  return has(actor, GatewayIntentBits.MessageContent);
}

export function mayListMembers(actor: Actor): boolean {
  return has(actor, GatewayIntentBits.GuildMembers);
}

function has(actor: Actor, intent: GatewayIntentBits): boolean {
  return actor.kind === 'user' || !areDisallowedIntents(intent, actor.application.flags);
}
