import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { CommandView } from '../../protocol/commands.ts';
import type { PaneName } from '../../protocol/events.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import type { App } from '../app.ts';
import { icon } from '../icons.ts';
import { readFiles } from '../files.ts';
import { toMentions } from '../mentions.ts';
import type { Pane } from '../state.ts';
import { commandForm } from './command-form.ts';

const MAX_SUGGESTIONS = 200;

/** The input for messages and slash commands. */
export function composer(app: App, pane: PaneName, channel: ChannelView): TemplateResult {
  const current = app.state.panes[pane];
  const { draft, command } = current;
  const { people = [] } = app.state.world ?? {};
  const viewer = people.find(({ id }) => id === current.viewerId);
  const name = viewer?.name ?? '';
  const isOff = !channel.canSend;
  const { matches, active } = suggestions(current);

  async function send(): Promise<void> {
    const { text, files } = app.state.panes[pane].draft;
    if (text.trim() === '' && files.length === 0) return;
    const repliesTo = current.replyTo?.id ?? null;
    app.update(({ panes }) => {
      panes[pane].draft = { text: '', files: [], activeIndex: 0 };
      panes[pane].replyTo = null;
    });
    const result = await app.act(pane, {
      kind: 'say',
      channelId: channel.id,
      text: toMentions(text, app.state.directory),
      repliesTo,
      files: await readFiles(files),
    });
    // Keep a refused draft, to send it again.
    if (result.kind !== 'refused') return;
    app.update(({ panes }) => {
      if (panes[pane].draft.text === '') panes[pane].draft = { text, files, activeIndex: 0 };
    });
  }

  function pick(chosen: CommandView): void {
    app.update(({ panes }) => {
      panes[pane].draft = { text: '', files: [], activeIndex: 0 };
      panes[pane].command = { view: chosen, suggested: null };
    });
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`#composer-${pane} .command-form :is(input, select)`)
        ?.focus(),
    );
  }

  function move(step: number): void {
    app.update(({ panes }) => {
      const shown = suggestions(panes[pane]);
      const count = shown.matches.length;
      panes[pane].draft = {
        ...panes[pane].draft,
        activeIndex: (shown.active + step + count) % count,
      };
    });
    requestAnimationFrame(() =>
      document.querySelector(`#composer-${pane} .is-active`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    // Keys can arrive before the last input is drawn.
    const typed = suggestions(app.state.panes[pane]);
    const chosen = typed.matches[typed.active];
    if (chosen !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      app.update(({ panes }) => void (panes[pane].replyTo = null));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      if (event.shiftKey) return;
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // Don't send a possible command as a message before the commands are known.
      if (!awaitsCommands(app.state.panes[pane])) void send();
    }
  }

  function addFiles(added: readonly File[]): void {
    app.update(({ panes }) => {
      const { files, ...rest } = panes[pane].draft;
      panes[pane].draft = { ...rest, files: [...files, ...added].slice(0, 10) };
    });
  }

  return html`<div class="composer" id=${`composer-${pane}`}>
    ${current.replyTo === null ? nothing : replyBar(app, pane, current.replyTo.author.name)}
    ${command === null ? nothing : commandForm(app, pane, { channelId: channel.id, command })}
    ${matches.length === 0 ? nothing : picker(matches, active, pick)}
    ${
      draft.files.length === 0
        ? nothing
        : html`<ul class="draft-files">
            ${draft.files.map(
              (file) =>
                html`<li>
                  ${file.name}
                  <button
                    class="link"
                    aria-label=${`Remove ${file.name}`}
                    @click=${() =>
                      app.update(({ panes }) => {
                        const files = panes[pane].draft.files.filter((one) => one !== file);
                        panes[pane].draft = { ...panes[pane].draft, files };
                      })}
                  >
                    ${icon('close')}
                  </button>
                </li>`,
            )}
          </ul>`
    }
    <div class="composer-line">
      <label class="attach" title="Attach files">
        ${icon('plus')}
        <input
          type="file"
          multiple
          aria-label="Attach files"
          ?disabled=${isOff}
          @change=${({ target }: Event) => {
            if (!(target instanceof HTMLInputElement)) return;
            addFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </label>
      <textarea
        rows="1"
        aria-label=${`Message ${nameOf(channel)} as ${name}`}
        placeholder=${isOff ? `${name} cannot write here` : `Message ${nameOf(channel)} as ${name}`}
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
      <button class="send" aria-label="Send" ?disabled=${isOff} @click=${() => void send()}>
        ${icon('send')}
      </button>
    </div>
    <p class="visually-hidden" role="status">
      ${matches.length === 0 ? '' : `${matches.length} commands. ${matches[active]?.name ?? ''}`}
    </p>
  </div>`;
}

export function nameOf({ kind, name }: ChannelView): string {
  return kind === 'dm' ? `@${name}` : `#${name}`;
}

const awaitsCommands = ({ draft, commands }: Pane): boolean =>
  draft.text.startsWith('/') && commands.length === 0;

interface Suggestions {
  readonly matches: readonly CommandView[];
  /** Index of the suggestion that Enter picks; -1: none. */
  readonly active: number;
}

/** Commands that match the draft's first word. */
function suggestions({ draft, commands }: Pane): Suggestions {
  const { text, activeIndex } = draft;
  if (!text.startsWith('/') || text.includes('\n')) return { matches: [], active: -1 };
  const typed = text.slice(1).toLowerCase();
  const matches = commands
    .filter(({ kind }) => kind === 'slash')
    .filter(({ name, path }) => name.toLowerCase().includes(typed) || path.includes(typed))
    .slice(0, MAX_SUGGESTIONS);
  return { matches, active: Math.min(activeIndex, matches.length - 1) };
}

function picker(
  matches: readonly CommandView[],
  active: number,
  pick: (command: CommandView) => void,
): TemplateResult {
  return html`<ul class="picker">
    ${matches.map(
      (command, index) =>
        html`<li>
          <button
            tabindex="-1"
            class=${index === active ? 'is-active' : ''}
            @click=${() => pick(command)}
          >
            <b>/${command.name}</b> <small>${command.description}</small>
          </button>
        </li>`,
    )}
  </ul>`;
}

function replyBar(app: App, pane: PaneName, name: string): TemplateResult {
  return html`<p class="reply-bar">
    Replying to <b>${name}</b>
    <button
      class="link"
      @click=${() => app.update(({ panes }) => void (panes[pane].replyTo = null))}
    >
      Cancel
    </button>
  </p>`;
}
