import { html, type TemplateResult } from 'lit';

import type { App } from '../app.ts';

export function scenarios(app: App): TemplateResult {
  const { world, scenario } = app.state;
  const isRunning = scenario?.phase === 'running';
  return html`<section class="scenarios" aria-label="Things to try">
    <div class="scenario-buttons">
      <span aria-hidden="true">Try</span>
      ${(world?.scenarios ?? []).map(
        ({ id, name, description }) =>
          html`<button
            class="pill"
            title=${description}
            aria-pressed=${isRunning && scenario.id === id}
            ?disabled=${isRunning}
            @click=${() => app.play(id)}
          >
            ${name}
          </button>`,
      )}
      <button class="pill pill-quiet" @click=${() => app.reset()}>Reset</button>
    </div>
    <p class="scenario-note" role="status">
      ${
        scenario === null
          ? 'Write as anyone, or let one of these play.'
          : html`<span class=${`phase phase-${scenario.phase}`} aria-hidden="true"></span>
              ${scenario.note}`
      }
    </p>
  </section>`;
}
