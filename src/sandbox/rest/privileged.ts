import { GatewayIntentBits } from 'discord-api-types/v10';

import { areDisallowedIntents } from '../gateway/intents.ts';
import type { Actor } from '../world/types.ts';

/*
 * Discord holds to the privileged intents in REST too. What counts is that one is enabled for the application;
 * people have none to ask for.
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
