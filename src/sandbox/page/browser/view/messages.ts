import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';

import type { PaneName } from '../../protocol/events.ts';
import type { App } from '../app.ts';
import type { Entry } from '../state.ts';
import { icon } from '../icons.ts';
import { formatDuration } from '../time.ts';
import { message } from './message.ts';

/** Messages of one author within this time share a header. */
const FOLLOWING_MS = 5 * 60_000;
/** This many deletions in a row are summed up in one line. */
const MANY_DELETIONS = 4;
/** A shorter time would read “0.0 s”. */
const AT_ONCE_MS = 50;

type Row =
  | { readonly kind: 'message'; readonly entry: Entry; readonly isFollowing: boolean }
  | { readonly kind: 'gone'; readonly entries: readonly Entry[] };

/** The messages of a channel, scrolled to the end like a chat. */
export function messages(app: App, pane: PaneName, label: string): TemplateResult {
  const { entries, selectedId, dismissed, editing, commands, viewerId, directory } =
    app.state.panes[pane];
  const shown = (entries.get(selectedId) ?? []).filter(({ message: { id } }) => !dismissed.has(id));
  const { locale, highlightedId, busy } = app.state;
  return html`<div class="messages" role="log" aria-label=${label} tabindex="0">
    <div class="messages-inner">
      ${repeat(
        rowsOf(shown),
        (row) => (row.kind === 'gone' ? `gone ${idOf(row.entries[0])}` : idOf(row.entry)),
        (row) => {
          if (row.kind === 'gone') return goneNote(app, row.entries);
          const { entry, isFollowing } = row;
          const { id } = entry.message;
          // A message is drawn again when one of these changes.
          const dependencies = [
            entry,
            isFollowing,
            directory,
            locale,
            commands,
            viewerId,
            highlightedId === id,
            editing?.messageId === id ? editing : null,
            [...busy].filter((key) => key.startsWith(id)).join(),
          ];
          return guard(dependencies, () => message({ app, pane }, { entry, isFollowing }));
        },
      )}
    </div>
  </div>`;
}

function idOf(entry: Entry | undefined): string {
  return entry?.message.id ?? '';
}

function rowsOf(entries: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  let gone: Entry[] = [];
  const flush = (): void => {
    if (gone.length >= MANY_DELETIONS) rows.push({ kind: 'gone', entries: gone });
    else rows.push(...gone.map((entry): Row => ({ kind: 'gone', entries: [entry] })));
    gone = [];
  };
  let previous: Entry | null = null;
  for (const entry of entries) {
    if (entry.deletion !== null && entry.isFaded) {
      gone.push(entry);
      previous = null;
      continue;
    }
    flush();
    rows.push({ kind: 'message', entry, isFollowing: follows(previous, entry) });
    previous = entry;
  }
  flush();
  return rows;
}

function follows(previous: Entry | null, { message: shown }: Entry): boolean {
  return (
    previous !== null &&
    previous.message.author.id === shown.author.id &&
    !previous.message.isSystem &&
    shown.createdMs - previous.message.createdMs < FOLLOWING_MS
  );
}

function goneNote(app: App, entries: readonly Entry[]): TemplateResult {
  const { texts } = app;
  const [first] = entries;
  const times = entries.flatMap(({ deletion }) => deletion?.afterMs ?? []);
  const cases = entries.flatMap(({ deletion }) => deletion?.caseNumber ?? []);
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)].map(formatDuration);
  const isAtOnce = Math.max(...times) < AT_ONCE_MS;
  const time = fastest === slowest ? fastest : texts.range(fastest ?? '', slowest ?? '');
  const who =
    entries.length > 1 ? texts.messages(entries.length) : (first?.message.author.name ?? '');
  return html`<p class="gone">
    ${icon('trash')} <b>${who}</b> ·
    ${isAtOnce ? texts.deletedAtOnce : texts.deletedAfter(time ?? '')}
    ${entries.every(({ deletion }) => deletion?.byAuthor === true) ? ` · ${texts.takenBack}` : ''}
    ${caseLink(app, cases)}
  </p>`;
}

function caseLink(app: App, cases: readonly number[]): unknown {
  if (cases.length === 0) return '';
  const from = Math.min(...cases);
  const to = Math.max(...cases);
  return html` ·
    <button class="link" @click=${() => app.update((state) => void (state.tab = 'mods'))}>
      ${app.texts.cases(from, to)}
    </button>`;
}
