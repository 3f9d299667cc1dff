import { html, nothing, type TemplateResult } from 'lit';

import type { App } from '../app.ts';
import type { Tab } from '../state.ts';
import { header } from './header.ts';
import { modal } from './modal.ts';
import { pane } from './pane.ts';
import { scenarios } from './scenarios.ts';
import { sidebar } from './sidebar.ts';
import { status } from './status.ts';

export function page(app: App): TemplateResult {
  const { tab, notice, world } = app.state;
  if (world === null) return html`<p class="empty">Connecting…</p>`;
  return html`
    ${header(app)} ${scenarios(app)} ${tabs(app)}
    <main class=${`panes shows-${tab}`}>
      <div class="sidebar">${sidebar(app)}</div>
      <section class="pane pane-main" aria-label="Channel">${pane(app, 'main')}</section>
      <section class="pane pane-mods" aria-label="Moderators' channel">
        ${pane(app, 'mods')}
      </section>
    </main>
    ${status(app)} ${modal(app)}
    <div class="notices" role="alert">
      ${
        notice === null
          ? nothing
          : html`<p class=${notice.isError ? 'notice is-error' : 'notice'}>${notice.text}</p>`
      }
    </div>
  `;
}

const TABS: readonly (readonly [Tab, string])[] = [
  ['channels', 'Channels'],
  ['chat', 'Chat'],
  ['mods', 'Mod alerts'],
];

/** On narrow screens one pane is visible at a time. */
function tabs(app: App): TemplateResult {
  const { tab, panes } = app.state;
  const alerts = panes.mods.entries.get(panes.mods.selectedId)?.length ?? 0;
  return html`<nav class="tabs" aria-label="Panes">
    ${TABS.map(
      ([id, name]) =>
        html`<button
          aria-current=${id === tab ? 'page' : 'false'}
          @click=${() => app.update((state) => void (state.tab = id))}
        >
          ${name}${id === 'mods' && alerts > 0 ? html` <span class="count">${alerts}</span>` : nothing}
        </button>`,
    )}
  </nav>`;
}
