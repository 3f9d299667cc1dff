import { html, nothing, type TemplateResult } from 'lit';

import type { AttachmentView } from '../../protocol/messages.ts';
import type { App } from '../app.ts';
import { icon } from '../icons.ts';
import { spoiler } from '../markdown/view.ts';

export function attachment(app: App, shown: AttachmentView): TemplateResult {
  const content = media(shown);
  return html`<div class="attachment">
    ${shown.isSpoiler ? spoiler(content, app.texts.spoiler) : content}
  </div>`;
}

function media({ kind, url, name, description, size }: AttachmentView): TemplateResult {
  switch (kind) {
    case 'image':
      return html`<img src=${url} alt=${description === '' ? name : description} />`;
    case 'video':
      return html`<video src=${url} controls aria-label=${name}></video>`;
    case 'audio':
      return html`<audio src=${url} controls aria-label=${name}></audio>`;
    case 'file':
      return html`<a class="file" href=${url} download=${name}
        >${icon('file')} ${name} <small>${formatSize(size)}</small>${
          description === '' ? nothing : html`<small>${description}</small>`
        }</a
      >`;
  }
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
