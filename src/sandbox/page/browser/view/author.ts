import { html, nothing, type TemplateResult } from 'lit';

import type { UserView } from '../../protocol/guild.ts';
import { cssVars } from '../css-vars.ts';

export function authorName({ name, color, isBot }: UserView): TemplateResult {
  return html`<span class="author" ${cssVars({ '--name-color': color })}>${name}</span
    >${isBot ? html`<span class="app-badge">APP</span>` : nothing}`;
}
