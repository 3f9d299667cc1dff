import type { CommandView } from '../../protocol/commands.ts';
import type { PaneName } from '../../protocol/events.ts';
import type { App } from '../app.ts';
import { readFiles } from '../files.ts';
import { toMentions } from '../mentions.ts';
import { awaitsCommands, suggestions } from './suggestions.ts';

export interface ComposerActions {
  send(): Promise<void>;
  /** Begins a command in place of the draft. */
  pick(chosen: CommandView): void;
  onKey(event: KeyboardEvent): void;
  addFiles(added: readonly File[]): void;
}

export function composerActions(app: App, pane: PaneName, channelId: string): ComposerActions {
  async function send(): Promise<void> {
    const { text, files } = app.state.panes[pane].draft;
    if (text.trim() === '' && files.length === 0) return;
    const repliesTo = app.state.panes[pane].replyTo?.id ?? null;
    app.update(({ panes }) => {
      panes[pane].draft = { text: '', files: [], activeIndex: 0 };
      panes[pane].replyTo = null;
    });
    const result = await app.act(pane, {
      kind: 'say',
      channelId,
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

  return { send, pick, onKey, addFiles };
}
