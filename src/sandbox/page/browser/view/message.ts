import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';

import type { MessageView } from '../../protocol/messages.ts';
import { avatar } from '../avatar.ts';
import { withEmoji } from '../emoji.ts';
import { icon } from '../icons.ts';
import { inlineMarkdown, markdown } from '../markdown/view.ts';
import { nameOf } from '../directory.ts';
import type { Place } from '../place.ts';
import type { Entry } from '../state.ts';
import { formatTime } from '../time.ts';
import { attachment } from './attachment.ts';
import { components } from './components.ts';
import { editor } from './editor.ts';
import { embed } from './embed.ts';
import { messageActions, userMenu } from './menus.ts';
import { poll } from './poll.ts';

/** A message, or its body while it fades out. `isFollowing`: directly after another message by the same author. */
export function message(
  place: Place,
  { entry, isFollowing }: { entry: Entry; isFollowing: boolean },
): TemplateResult {
  const { app, pane } = place;
  const { message: shown, deletion } = entry;
  const isGone = deletion !== null;
  const hasHeader = !isFollowing || shown.repliesTo !== null || shown.usedBy !== null;
  return html`<article
    class=${classMap({
      message: true,
      'is-following': !hasHeader,
      'is-ephemeral': shown.isEphemeral,
      'is-system': shown.isSystem,
      'is-gone': isGone,
      'is-highlighted': app.state.highlightedId === shown.id,
    })}
    data-message=${shown.id}
    aria-label=${`${shown.author.name}, ${formatTime(shown.createdMs, 't', app.state.locale)}`}
    ?inert=${isGone}
  >
    ${context(place, shown)}
    ${hasHeader ? avatar(shown.author) : html`<span class="gutter"></span>`}
    <div class="message-main">
      ${hasHeader ? header(place, shown) : nothing} ${body(place, shown)}
      ${shown.isEphemeral ? ephemeralNote(place, shown) : nothing}
    </div>
    ${isGone || shown.isEphemeral ? nothing : messageActions(app, pane, shown)}
  </article>`;
}

function header({ app, pane }: Place, shown: MessageView): TemplateResult {
  const { author, createdMs } = shown;
  return html`<p class="message-header">
    ${userMenu(app, pane, { author, channelId: shown.channelId })}
    <time
      datetime=${new Date(createdMs).toISOString()}
      title=${formatTime(createdMs, 'F', app.state.locale)}
      >${formatTime(createdMs, 't', app.state.locale)}</time
    >
  </p>`;
}

/** The message it replies to, or the command it answers. */
function context(place: Place, { repliesTo, usedBy }: MessageView): unknown {
  const { texts } = place.app;
  if (usedBy !== null) {
    const [before, after] = texts.used;
    const name = nameOf(place.app.state.panes[place.pane].directory, 'users', usedBy.userId);
    return html`<p class="context">
      <b>${name ?? texts.unknownMember}</b> ${before}
      <span class="mention">${usedBy.command ?? '/'}</span> ${after}
    </p>`;
  }
  if (repliesTo === null) return nothing;
  const { author, content } = repliesTo;
  return html`<p class="context">
    <span class="visually-hidden">${texts.replyTo}</span>
    ${
      author === null
        ? html`<i>${texts.originalDeleted}</i>`
        : html`<b>@${author.name}</b>
            <span class="context-text">${inlineMarkdown(place, content)}</span>`
    }
  </p>`;
}

function body(place: Place, shown: MessageView): unknown {
  const { app, pane } = place;
  const { editing } = app.state.panes[pane];
  if (editing?.messageId === shown.id) return editor(app, pane, { message: shown, editing });
  if (shown.isLoading) {
    return html`<p class="thinking">
      ${app.texts.thinking(shown.author.name)}<span aria-hidden="true">…</span>
    </p>`;
  }
  const { content, isEdited, forwarded, stickers, attachments, embeds, thread, reactions } = shown;
  return html`
    ${shown.isSystem && content === '' ? html`<p class="subtext">${app.texts.systemMessage}</p>` : nothing}
    ${content === '' ? nothing : markdown(place, content)}
    ${isEdited && content !== '' ? html`<small class="edited">${app.texts.edited}</small>` : nothing}
    ${forwarded.map(
      (forward) =>
        html`<blockquote class="forward">
          <p class="subtext">${icon('forward')} ${app.texts.forwarded}</p>
          ${markdown(place, forward.content)}
          ${forward.attachments.map((one) => attachment(app, one))}
          ${forward.embeds.map((one) => embed(place, one))}
        </blockquote>`,
    )}
    ${stickers.map((name) => html`<p class="subtext">${app.texts.sticker(name)}</p>`)}
    ${attachments.map((one) => attachment(app, one))} ${embeds.map((one) => embed(place, one))}
    ${shown.poll === null ? nothing : poll(app, pane, { message: shown, shown: shown.poll })}
    ${components({ ...place, message: shown }, shown.components)}
    ${
      thread === null
        ? nothing
        : html`<button class="thread-link" @click=${() => app.openChannel(thread.id)}>
            ${icon('thread')} ${withEmoji(thread.name)}
          </button>`
    }
    ${
      reactions.length === 0
        ? nothing
        : html`<div class="reactions">
            ${reactions.map(
              ({ emoji, count, isMine }) =>
                html`<button
                  aria-pressed=${isMine}
                  aria-label=${`${emoji}, ${count}`}
                  @click=${() => {
                    const { channelId, id: messageId } = shown;
                    const isOn = !isMine;
                    void app.act(pane, { kind: 'react', channelId, messageId, emoji, isOn });
                  }}
                >
                  ${withEmoji(emoji)} ${count}
                </button>`,
            )}
          </div>`
    }
  `;
}

function ephemeralNote({ app, pane }: Place, { id }: MessageView): TemplateResult {
  const viewer = app.state.panes[pane].directory.users.get(app.state.panes[pane].viewerId);
  return html`<p class="ephemeral-note">
    ${icon('eye')} ${app.texts.onlyFor(viewer?.name ?? '')} ·
    <button
      class="link"
      @click=${() => app.update(({ panes }) => void panes[pane].dismissed.add(id))}
    >
      ${app.texts.dismiss}
    </button>
  </p>`;
}
