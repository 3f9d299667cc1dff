import { html, nothing, type TemplateResult } from 'lit';

import type { ChannelView } from '../../protocol/guild.ts';
import type { App } from '../app.ts';
import { withEmoji } from '../emoji.ts';
import { icon, type IconName } from '../icons.ts';

const ICONS: Readonly<Record<ChannelView['kind'], IconName>> = {
  text: 'hash',
  announcement: 'announcement',
  voice: 'voice',
  forum: 'forum',
  category: 'hash',
  thread: 'thread',
  dm: 'person',
};

/** Visible channels with their threads, and direct messages. */
export function sidebar(app: App): TemplateResult {
  const { channels } = app.state.panes.main;
  const top = channels.filter(({ parentId, kind }) => parentId === null && kind !== 'dm');
  const dms = channels.filter(({ kind }) => kind === 'dm');
  return html`<nav aria-label="Channels">
    <p class="server-name">${app.state.world?.serverName ?? ''}</p>
    ${top.filter(({ kind }) => kind !== 'category').map((one) => channelLink(app, one))}
    ${top
      .filter(({ kind }) => kind === 'category')
      .map(
        (category) =>
          html`<p class="category">${category.name}</p>
            ${childrenOf(channels, category.id).map((one) => channelLink(app, one))}`,
      )}
    ${
      dms.length === 0
        ? nothing
        : html`<p class="category">${app.texts.directMessages}</p>
            ${dms.map((one) => channelLink(app, one))}`
    }
  </nav>`;
}

function channelLink(app: App, { id, name, kind, isPrivate, isArchived }: ChannelView): unknown {
  const { channels, selectedId, unread } = app.state.panes.main;
  if (isArchived) return nothing;
  const isUnread = unread.has(id);
  return html`<button
      class=${`channel channel-${kind} ${isUnread ? 'is-unread' : ''}`}
      aria-current=${id === selectedId ? 'page' : 'false'}
      @click=${() => app.select('main', id)}
    >
      ${icon(isPrivate ? 'lock' : ICONS[kind])}
      <span class="channel-name">${withEmoji(name)}</span>
      ${isUnread ? html`<span class="unread"><span class="visually-hidden">${app.texts.unread}</span></span>` : nothing}
    </button>
    ${childrenOf(channels, id).map((one) => channelLink(app, one))}`;
}

function childrenOf(channels: readonly ChannelView[], id: string): ChannelView[] {
  return channels.filter(({ parentId }) => parentId === id);
}
