import { html, nothing, type TemplateResult } from 'lit';

import type { CommandView } from '../../protocol/commands.ts';
import type { PaneName } from '../../protocol/events.ts';
import type { UserView } from '../../protocol/guild.ts';
import type { MessageView } from '../../protocol/messages.ts';
import type { App } from '../app.ts';
import { withEmoji } from '../emoji.ts';
import { icon } from '../icons.ts';
import { authorName } from './author.ts';
import { edit } from './editor.ts';

const MENU_GAP = 4;
const QUICK_REACTIONS = ['👍', '❤️', '😂'] as const;

/** Closes menus on a click elsewhere and on Escape. */
export function closeMenusOnLeave(): void {
  const close = (except: Node | null): void => {
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      if (except === null || !menu.contains(except)) menu.removeAttribute('open');
    }
  };
  document.addEventListener('click', ({ target }) => close(target instanceof Node ? target : null));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    document.querySelector<HTMLElement>('details.menu[open] > summary')?.focus();
    close(null);
  });
}

/** Reply, react, edit, delete, forward, and the applications' message commands. */
export function messageActions(app: App, pane: PaneName, shown: MessageView): TemplateResult {
  const { channelId, id: messageId } = shown;
  const { viewerId, channels } = app.state.panes[pane];
  const { texts } = app;
  const isOwn = shown.author.id === viewerId;
  const channel = channels.find(({ id }) => id === channelId);
  const canDelete = isOwn || channel?.canManageMessages === true;
  return html`<details class="menu message-menu" @toggle=${onOpen(() => app.loadCommands(pane))}>
    <summary aria-label=${texts.actionsFor(shown.author.name)}>${icon('more')}</summary>
    <div class="menu-items">
      <div class="menu-row">
        ${QUICK_REACTIONS.map(
          (emoji) =>
            html`<button
              aria-label=${texts.reactWith(emoji)}
              @click=${picked(() => {
                void app.act(pane, { kind: 'react', channelId, messageId, emoji, isOn: true });
              })}
            >
              ${withEmoji(emoji)}
            </button>`,
        )}
      </div>
      <button @click=${picked(() => app.update(({ panes }) => void (panes[pane].replyTo = shown)))}>
        ${texts.reply}
      </button>
      ${
        isOwn
          ? html`<button @click=${picked(() => edit({ app, pane }, shown))}>${texts.edit}</button>`
          : nothing
      }
      ${
        canDelete
          ? html`<button class="danger" @click=${picked(() => app.deleteMessage(pane, shown))}>
              ${texts.delete}
            </button>`
          : nothing
      }
      <label class="menu-label">
        ${texts.forwardTo}
        <select
          @change=${({ target }: Event) => {
            if (!(target instanceof HTMLSelectElement)) return;
            const toChannelId = target.value;
            target.value = '';
            void app.act(pane, { kind: 'forward', channelId, messageId, toChannelId });
          }}
        >
          <option value=""></option>
          ${channels
            .filter(({ canSend, kind }) => canSend && kind !== 'category' && kind !== 'forum')
            .map(({ id, name }) => html`<option value=${id}>#${name}</option>`)}
        </select>
      </label>
      ${apps(app, pane, { of: 'message', channelId, targetId: messageId })}
    </div>
  </details>`;
}

/** The author's name, with the applications' user commands. */
export function userMenu(
  app: App,
  pane: PaneName,
  { author, channelId }: { author: UserView; channelId: string },
): TemplateResult {
  return html`<details class="menu user-menu" @toggle=${onOpen(() => app.loadCommands(pane))}>
    <summary>${authorName(author)}</summary>
    <div class="menu-items">${apps(app, pane, { of: 'user', channelId, targetId: author.id })}</div>
  </details>`;
}

function apps(
  app: App,
  pane: PaneName,
  { of, channelId, targetId }: { of: 'user' | 'message'; channelId: string; targetId: string },
): unknown {
  const commands = app.state.panes[pane].commands.filter(({ kind }: CommandView) => kind === of);
  if (commands.length === 0) return html`<p class="menu-label">${app.texts.noApps}</p>`;
  return html`<p class="menu-label">${app.texts.apps}</p>
    ${commands.map(
      ({ path, name }) =>
        html`<button
          @click=${picked(() => {
            void app.act(pane, { kind: 'menu', channelId, of, name: path, targetId });
          })}
        >
          ${name}
        </button>`,
    )}`;
}

function onOpen(run: () => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (!(currentTarget instanceof HTMLDetailsElement) || !currentTarget.open) return;
    place(currentTarget);
    run();
  };
}

/** Opens beside its button towards the middle of the window, where no scrolling pane cuts it off. */
function place(menu: HTMLDetailsElement): void {
  const items = menu.querySelector<HTMLElement>('.menu-items');
  const summary = menu.querySelector('summary')?.getBoundingClientRect();
  if (items === null || summary === undefined) return;
  const isLow = summary.top > innerHeight / 2;
  const isRight = summary.left > innerWidth / 2;
  items.style.top = isLow ? 'auto' : `${summary.bottom + MENU_GAP}px`;
  items.style.bottom = isLow ? `${innerHeight - summary.top + MENU_GAP}px` : 'auto';
  items.style.left = isRight ? 'auto' : `${summary.left}px`;
  items.style.right = isRight ? `${innerWidth - summary.right}px` : 'auto';
}

function picked(run: () => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) {
      currentTarget.closest('details')?.removeAttribute('open');
    }
    run();
  };
}
