import type { Renderer } from '../../src/discord/renderer.ts';
import type { Refusal } from '../../src/moderation/effects.ts';

/** Why Discord does not let the bot, and how to fix it. */
export function refusedText({ show }: Renderer, { reason, fix }: Refusal): string {
  return `⛔ ${show(reason)}\n🔧 ${show(fix)}`;
}
