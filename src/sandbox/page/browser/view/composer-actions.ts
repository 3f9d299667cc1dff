import type { PaneName } from '../../protocol/events.ts';
import type { App } from '../app.ts';
import { readFiles } from '../files.ts';
import { toMentions } from '../mentions.ts';
import { EMPTY_DRAFT, type CommandDraft } from '../state.ts';
import { readCommand } from '../typed-command.ts';
import { editLatest } from './editor.ts';
import { awaitsCommands, suggestions, type Suggestion } from './suggestions.ts';

export interface ComposerActions {
  /** Posts the draft, or opens the form of the command in it. */
  send(): void;
  /** Starts a command in place of the draft, or completes a name in it. */
  pick(chosen: Suggestion): void;
  onKey(event: KeyboardEvent): void;
  addFiles(added: readonly File[]): void;
}

export function composerActions(app: App, pane: PaneName, channelId: string): ComposerActions {
  function send(): void {
    const { draft, commands, directory } = app.state.panes[pane];
    // Don't post a possible command before the commands are known.
    if (awaitsCommands(app.state.panes[pane])) return;
    const typed = readCommand(draft.text, commands, directory);
    switch (typed?.kind) {
      case undefined:
        return void post();
      case 'command':
        return begin({ view: typed.view, typed: typed.values, suggested: null });
      case 'group':
        return setText(`/${typed.name} `);
      case 'unknown':
        return app.notify(app.texts.noCommand(typed.name));
    }
  }

  async function post(): Promise<void> {
    const { text, files } = app.state.panes[pane].draft;
    if (text.trim() === '' && files.length === 0) return;
    const repliesTo = app.state.panes[pane].replyTo?.id ?? null;
    app.update(({ panes }) => {
      panes[pane].draft = EMPTY_DRAFT;
      panes[pane].replyTo = null;
    });
    const result = await app.act(pane, {
      kind: 'say',
      channelId,
      text: toMentions(text, app.state.panes[pane].directory),
      repliesTo,
      files: await readFiles(files),
    });
    // Keep a refused draft, so that it can be sent again.
    if (result.kind !== 'refused') return;
    app.update(({ panes }) => {
      if (panes[pane].draft.text === '') panes[pane].draft = { text, files, activeIndex: 0 };
    });
  }

  function setText(text: string): void {
    app.update(({ panes }) => {
      panes[pane].draft = { ...panes[pane].draft, text, activeIndex: 0 };
    });
  }

  function pick(chosen: Suggestion): void {
    if (chosen.kind === 'command') {
      begin({ view: chosen.command, typed: {}, suggested: null });
      return;
    }
    const { text } = app.state.panes[pane].draft;
    setText(`${text.slice(0, text.length - chosen.typed.length)}${chosen.name} `);
    document.querySelector<HTMLElement>(`#composer-${pane} textarea`)?.focus();
  }

  function begin(command: CommandDraft): void {
    app.update(({ panes }) => {
      panes[pane].draft = EMPTY_DRAFT;
      panes[pane].command = command;
    });
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`#composer-${pane} .command-form :is(input, select, button)`)
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
      send();
    } else if (event.key === 'ArrowUp' && app.state.panes[pane].draft.text === '') {
      if (editLatest({ app, pane }, channelId)) event.preventDefault();
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
