import { html, svg, type TemplateResult } from 'lit';

import type { UserView } from '../protocol/guild.ts';

const PALETTE_SIZE = 8;

/** Draws an avatar from a member's name. The bot has its own. */
export function avatar({
  id,
  name,
  isBot,
}: Pick<UserView, 'id' | 'name' | 'isBot'>): TemplateResult {
  if (isBot) return html`<span class="avatar avatar-bot" aria-hidden="true">${gate()}</span>`;
  const [initial = '?'] = name;
  return html`<span class="avatar avatar-${hueOf(id)}" aria-hidden="true"
    >${initial.toUpperCase()}</span
  >`;
}

export function gate(): TemplateResult {
  return html`<svg viewBox="0 0 24 24" class="gate" aria-hidden="true">
    ${svg`<path d="M4 21V9a8 8 0 0 1 16 0v12" fill="none" stroke="currentColor" stroke-width="2.4"/>
    <path d="M8.5 5.5V19M12 4v16.5M15.5 5.5V19M5 10h14M5 15h14" stroke="currentColor" stroke-width="1.6" fill="none"/>`}
  </svg>`;
}

function hueOf(id: string): number {
  return Number(BigInt(id) % BigInt(PALETTE_SIZE * 1009)) % PALETTE_SIZE;
}
