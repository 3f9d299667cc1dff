import { html, nothing, type TemplateResult } from 'lit';

import type { App } from '../app.ts';
import { icon } from '../icons.ts';
import { gate } from '../avatar.ts';
import { languages } from '../texts/languages.ts';

const NEWCOMER = 'newcomer';

export function header(app: App): TemplateResult {
  const { world, panes, theme, locale } = app.state;
  const speakerId = panes.main.viewerId;
  return html`<header class="top">
    <h1>${gate()} Portcullis</h1>
    <p class="tagline">a sandbox Discord on your machine</p>
    <label
      ><span class="label-text">Speak as</span>
      <select
        id="speaker"
        @change=${({ target }: Event) => {
          if (!(target instanceof HTMLSelectElement)) return;
          if (target.value === NEWCOMER) app.speakAsNewcomer();
          else app.speakAs(target.value);
        }}
      >
        ${(world?.people ?? []).map(
          ({ id, name, note }) =>
            html`<option value=${id} .selected=${id === speakerId}>${name} – ${note}</option>`,
        )}
        <option value=${NEWCOMER}>+ a newcomer joins</option>
      </select></label
    >
    <label
      ><span class="visually-hidden">Language of the person's client</span>
      <select
        @change=${({ target }: Event) => {
          if (target instanceof HTMLSelectElement) app.setLocale(target.value);
        }}
      >
        ${Object.entries(languages).map(
          ([code, { name }]) =>
            html`<option value=${code} .selected=${code === locale}>${name}</option>`,
        )}
      </select></label
    >
    <button
      class="icon-button"
      aria-label=${theme === 'dark' ? 'Light theme' : 'Dark theme'}
      @click=${() => app.setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      ${icon(theme === 'dark' ? 'sun' : 'moon')}
    </button>
    ${app.state.isConnected ? nothing : html`<p class="offline" role="alert">Connecting…</p>`}
  </header>`;
}
