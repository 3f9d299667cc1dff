import type { Refusal, Renderer } from '../../src/bot/command-kit.ts';

/** Discord's refusal and its fix. */
export function refusedText({ show }: Renderer, { reason, fix }: Refusal): string {
  return `⛔ ${show(reason)}\n🔧 ${show(fix)}`;
}
