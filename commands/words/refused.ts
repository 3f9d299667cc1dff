import type { Refusal, Renderer } from '../../src/bot/command-kit.ts';

/** Why Discord does not let the bot, and how to fix it. */
export function refusedText({ show }: Renderer, { reason, fix }: Refusal): string {
  return `⛔ ${show(reason)}\n🔧 ${show(fix)}`;
}
