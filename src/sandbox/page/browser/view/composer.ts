import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { PaneName } from '../../protocol/events.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import type { App } from '../app.ts';
import { icon } from '../icons.ts';
import { commandForm } from './command-form.ts';
import { composerActions } from './composer-actions.ts';
import { pollForm } from './poll-form.ts';
import { awaitsCommands, suggestions, type Suggestion } from './suggestions.ts';

/** The input for messages and slash commands. */
export function composer(app: App, pane: PaneName, channel: ChannelView): TemplateResult {
  const current = app.state.panes[pane];
  const { draft, command } = current;
  const { texts } = app;
  const { people = [] } = app.state.world ?? {};
  const viewer = people.find(({ id }) => id === current.viewerId);
  const name = viewer?.name ?? '';
  const isOff = !channel.canSend;
  const { matches, active } = suggestions(current);
  const { send, pick, onKey, addFiles } = composerActions(app, pane, channel.id);

  return html`<div class="composer" id=${`composer-${pane}`}>
    ${current.replyTo === null ? nothing : replyBar(app, pane, current.replyTo.author.name)}
    ${command === null ? nothing : commandForm({ app, pane }, { channelId: channel.id, command })}
    ${current.isWritingPoll ? pollForm({ app, pane }, channel.id) : nothing}
    ${matches.length === 0 ? nothing : picker(matches, active, pick)}
    ${draft.files.length === 0 ? nothing : draftFiles(app, pane, draft.files)}
    <div class="composer-line">
      <label class="attach" title=${texts.attachFiles}>
        ${icon('plus')}
        <input
          type="file"
          multiple
          aria-label=${texts.attachFiles}
          ?disabled=${isOff}
          @change=${({ target }: Event) => {
            if (!(target instanceof HTMLInputElement)) return;
            addFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </label>
      <button
        class="send"
        title=${texts.createPoll}
        aria-label=${texts.createPoll}
        aria-expanded=${current.isWritingPoll}
        ?disabled=${isOff}
        @click=${() =>
          app.update(({ panes }) => void (panes[pane].isWritingPoll = !current.isWritingPoll))}
      >
        ${icon('poll')}
      </button>
      <textarea
        rows="1"
        aria-label=${texts.messageTo(nameOf(channel), name)}
        placeholder=${isOff ? texts.cannotWrite(name) : texts.messageTo(nameOf(channel), name)}
        ?disabled=${isOff}
        .value=${live(draft.text)}
        @input=${({ target }: Event) => {
          if (!(target instanceof HTMLTextAreaElement)) return;
          const text = target.value;
          app.update(({ panes }) => {
            panes[pane].draft = { ...panes[pane].draft, text, activeIndex: 0 };
          });
          if (text === '/' || awaitsCommands(app.state.panes[pane])) app.loadCommands(pane);
        }}
        @keydown=${onKey}
        @paste=${({ clipboardData }: ClipboardEvent) => addFiles([...(clipboardData?.files ?? [])])}
      ></textarea>
      <button class="send" aria-label=${texts.send} ?disabled=${isOff} @click=${send}>
        ${icon('send')}
      </button>
    </div>
    <p class="visually-hidden" role="status">
      ${matches.length === 0 ? '' : `${texts.suggestions(matches.length)} ${labelOf(matches[active])}`}
    </p>
  </div>`;
}

export function nameOf({ kind, name }: ChannelView): string {
  return kind === 'dm' ? `@${name}` : `#${name}`;
}

function picker(
  matches: readonly Suggestion[],
  active: number,
  pick: (chosen: Suggestion) => void,
): TemplateResult {
  return html`<ul class="picker">
    ${matches.map(
      (suggestion, index) =>
        html`<li>
          <button
            tabindex="-1"
            class=${index === active ? 'is-active' : ''}
            @click=${() => pick(suggestion)}
          >
            <b>${labelOf(suggestion)}</b>
            ${suggestion.kind === 'command' ? html` <small>${suggestion.command.description}</small>` : nothing}
          </button>
        </li>`,
    )}
  </ul>`;
}

function labelOf(suggestion: Suggestion | undefined): string {
  if (suggestion === undefined) return '';
  return suggestion.kind === 'command' ? `/${suggestion.command.name}` : suggestion.name;
}

function replyBar(app: App, pane: PaneName, name: string): TemplateResult {
  return html`<p class="reply-bar">
    ${app.texts.replyingTo} <b>${name}</b>
    <button
      class="link"
      @click=${() => app.update(({ panes }) => void (panes[pane].replyTo = null))}
    >
      ${app.texts.cancel}
    </button>
  </p>`;
}

function draftFiles(app: App, pane: PaneName, files: readonly File[]): TemplateResult {
  const remove = (file: File): void =>
    app.update(({ panes }) => {
      const { draft } = panes[pane];
      panes[pane].draft = { ...draft, files: draft.files.filter((other) => other !== file) };
    });
  return html`<ul class="draft-files">
    ${files.map(
      (file) =>
        html`<li>
          ${file.name}
          <button
            class="link"
            aria-label=${app.texts.remove(file.name)}
            @click=${() => remove(file)}
          >
            ${icon('close')}
          </button>
        </li>`,
    )}
  </ul>`;
}
