import { html, nothing, type TemplateResult } from 'lit';

import { withEmoji } from '../emoji.ts';
import { nameOf } from '../directory.ts';
import type { Place } from '../place.ts';
import { formatTime } from '../time.ts';
import { parseInline, parseMarkdown, type Block, type Inline } from './parse.ts';

/** Renders formatted text. lit inserts every text as a text node. */
export function markdown(place: Place, text: string): TemplateResult {
  return html`<div class="markdown">
    ${parseMarkdown(text).map((block) => blockView(place, block))}
  </div>`;
}

export function inlineMarkdown(place: Place, text: string): unknown {
  return parseInline(text).map((node) => inlineView(place, node));
}

function blockView(place: Place, block: Block): TemplateResult {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${inlineViews(place, block.children)}</p>`;
    case 'subtext':
      return html`<p class="subtext">${inlineViews(place, block.children)}</p>`;
    case 'heading': {
      // The element keeps white space, so the template must have none.
      const classes = `heading heading-${block.level}`;
      return html`<p class=${classes}>${inlineViews(place, block.children)}</p>`;
    }
    case 'quote':
      return html`<blockquote>${block.lines.map((line) => blockView(place, line))}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${inlineViews(place, item)}</li>`);
      return block.isOrdered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`;
    }
    case 'code':
      return html`<pre><code>${block.text}</code></pre>`;
  }
}

function inlineViews(place: Place, nodes: readonly Inline[]): unknown {
  return nodes.length === 0 ? html`<br />` : nodes.map((node) => inlineView(place, node));
}

function inlineView(place: Place, node: Inline): unknown {
  const { app, pane } = place;
  const { texts } = app;
  const { directory } = app.state.panes[pane];
  switch (node.kind) {
    case 'text':
      return withEmoji(node.text);
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'bold':
      return html`<strong>${inlineViews(place, node.children)}</strong>`;
    case 'italic':
      return html`<em>${inlineViews(place, node.children)}</em>`;
    case 'underline':
      return html`<u>${inlineViews(place, node.children)}</u>`;
    case 'strike':
      return html`<s>${inlineViews(place, node.children)}</s>`;
    case 'spoiler':
      return spoiler(inlineViews(place, node.children), texts.spoiler);
    case 'link':
      return html`<a href=${node.href} target="_blank" rel="noopener noreferrer"
        >${inlineViews(place, node.children)}</a
      >`;
    case 'message link':
      return html`<button
        class="mention"
        @click=${() => app.jumpTo(node.channelId, node.messageId)}
      >
        #${nameOf(directory, 'channels', node.channelId) ?? texts.noAccess} › ${texts.message}
      </button>`;
    case 'user':
      return html`<span class="mention"
        >@${nameOf(directory, 'users', node.id) ?? texts.unknownMember}</span
      >`;
    case 'role':
      return html`<span class="mention"
        >@${nameOf(directory, 'roles', node.id) ?? texts.deletedRole}</span
      >`;
    case 'channel':
      return channelMention(place, node.id);
    case 'command':
      return html`<span class="mention">/${node.name}</span>`;
    case 'emoji':
      return `:${node.name}:`;
    case 'everyone':
      return html`<span class="mention">@${node.name}</span>`;
    case 'time':
      return html`<time
        class="timestamp"
        datetime=${dateTime(node.ms) ?? nothing}
        title=${formatTime(node.ms, 'F', app.state.locale)}
        >${formatTime(node.ms, node.style, app.state.locale)}</time
      >`;
  }
}

function channelMention({ app, pane }: Place, id: string): TemplateResult {
  const name = nameOf(app.state.panes[pane].directory, 'channels', id);
  if (name === null) return html`<span class="mention"># ${app.texts.noAccess}</span>`;
  return html`<button class="mention" @click=${() => app.openChannel(id)}>#${name}</button>`;
}

/** Hidden from everyone, including screen readers, until clicked. */
export function spoiler(content: unknown, label: string): TemplateResult {
  return html`<span class="spoiler" @click=${reveal}
    ><button class="visually-hidden" aria-label=${label}></button
    ><span inert>${content}</span></span
  >`;
}

function reveal({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  currentTarget.querySelector('[inert]')?.removeAttribute('inert');
  currentTarget.querySelector('.visually-hidden')?.remove();
}

/** Undefined outside the range of JavaScript's dates. */
function dateTime(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
