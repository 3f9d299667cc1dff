import { html, nothing, type TemplateResult } from 'lit';

import type { App } from '../app.ts';

/** The bot's status, from its metrics. */
export function status({ state }: App): TemplateResult {
  const { status: now } = state;
  if (now === null) return html`<footer class="status"></footer>`;
  return html`<footer class="status" aria-label="Status of the bot" tabindex="0">
    ${light('Gateway', now.isDiscordUp)} ${light('Service', now.isServiceUp)}
    ${figure('checked', now.messagesChecked)}
    ${now.serviceMs === null ? nothing : figure('a check', `${now.serviceMs.toFixed(1)} ms`)}
    ${figure('in the queue', now.queue)} ${figure('cases', now.cases)}
    ${figure('in progress', now.casesOpen)}
  </footer>`;
}

function light(name: string, isUp: boolean): TemplateResult {
  return html`<span class="figure"
    ><span class=${isUp ? 'light is-up' : 'light is-down'} aria-hidden="true"></span>${name}
    ${isUp ? 'up' : 'down'}</span
  >`;
}

function figure(name: string, value: number | string): TemplateResult {
  return html`<span class="figure"><b>${value}</b> ${name}</span>`;
}
