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
  const [first] = entries;
  const times = entries.flatMap(({ deletion }) => deletion?.afterMs ?? []);
  const cases = entries.flatMap(({ deletion }) => deletion?.caseNumber ?? []);
  if (first !== undefined && entries.length === 1) {
    const { deletion, message: shown } = first;
    const who = deletion?.byAuthor === true ? `${shown.author.name} deleted this` : 'deleted';
    const when = deletedAfter(deletion?.afterMs ?? 0);
    return html`<p class="gone">
      ${icon('trash')} <b>${shown.author.name}</b> · ${who} ${when}${caseLink(app, cases)}
    </p>`;
  }
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)].map(formatDuration);
  const when =
    fastest === slowest ? deletedAfter(Math.max(...times)) : `after ${fastest} to ${slowest}`;
  return html`<p class="gone">
    ${icon('trash')} <b>${entries.length} messages</b> · deleted ${when}${caseLink(app, cases)}
  </p>`;
}

/** “after 0.2 s”, or “at once” if that would say 0.0 s. */
function deletedAfter(ms: number): string {
  return ms < 50 ? 'at once' : `after ${formatDuration(ms)}`;
}

function caseLink(app: App, cases: readonly number[]): unknown {
  if (cases.length === 0) return '';
  const from = Math.min(...cases);
  const to = Math.max(...cases);
  const text = from === to ? `case #${from}` : `cases #${from}–#${to}`;
  return html` ·
    <button class="link" @click=${() => app.update((state) => void (state.tab = 'mods'))}>
      ${text}
    </button>`;
}
