import { html, nothing, type TemplateResult } from 'lit';

import type { EmbedView } from '../../protocol/messages.ts';
import { cssVars } from '../css-vars.ts';
import { inlineMarkdown, markdown } from '../markdown/view.ts';
import type { Place } from '../place.ts';
import { formatTime } from '../time.ts';

export function embed(place: Place, shown: EmbedView): TemplateResult {
  const { author, title, description, fields, imageUrl, thumbnailUrl, footer, timestampMs } = shown;
  const time = timestampMs === null ? '' : formatTime(timestampMs, 's', place.app.state.locale);
  const footerText = [footer, time].filter((part) => part !== '').join(' · ');
  return html`<div class="embed" ${cssVars({ '--embed-color': shown.color })}>
    <div class="embed-body">
      ${author === null ? nothing : embedAuthor(author)}
      ${title === '' ? nothing : html`<p class="embed-title">${inlineMarkdown(place, title)}</p>`}
      ${description === '' ? nothing : markdown(place, description)}
      ${
        fields.length === 0
          ? nothing
          : html`<dl class="embed-fields">
              ${fields.map(
                ({ name, value, isInline }) =>
                  html`<div class=${isInline ? 'is-inline' : ''}>
                    <dt>${inlineMarkdown(place, name)}</dt>
                    <dd>${markdown(place, value)}</dd>
                  </div>`,
              )}
            </dl>`
      }
      ${imageUrl === null ? nothing : html`<img class="embed-image" src=${imageUrl} alt=${title} />`}
      ${footerText === '' ? nothing : html`<p class="embed-footer">${footerText}</p>`}
    </div>
    ${thumbnailUrl === null ? nothing : html`<img class="embed-thumbnail" src=${thumbnailUrl} alt="" />`}
  </div>`;
}

function embedAuthor({ name, iconUrl }: NonNullable<EmbedView['author']>): TemplateResult {
  return html`<p class="embed-author">
    ${iconUrl === null ? nothing : html`<img src=${iconUrl} alt="" />`}${name}
  </p>`;
}
