import { html, nothing, type TemplateResult } from 'lit';

import type { PaneName } from '../../protocol/events.ts';
import type { ChannelView, PersonView } from '../../protocol/guild.ts';
import type { App } from '../app.ts';
import type { Place } from '../place.ts';
import { formatTime } from '../time.ts';
import { composer, nameOf } from './composer.ts';
import { forum } from './forum.ts';
import { messages } from './messages.ts';

/** A channel as one person sees it: header, messages, composer. */
export function pane(app: App, name: PaneName): TemplateResult {
  const { channels, selectedId, viewerId } = app.state.panes[name];
  const channel = channels.find(({ id }) => id === selectedId);
  const viewer = app.state.world?.people.find(({ id }) => id === viewerId);
  if (channel === undefined) {
    return html`<p class="empty">${viewer?.name ?? 'This person'} sees no channel here.</p>
      ${viewer === undefined ? nothing : standing(app, viewer)}`;
  }
  return html`
    <header class="pane-header">
      <h2>${nameOf(channel)}</h2>
      ${
        name === 'mods' && viewer !== undefined
          ? html`<span class="badge">as ${viewer.name}, ${viewer.note}</span>`
          : nothing
      }
      ${channel.topic === '' ? nothing : html`<p class="topic">${channel.topic}</p>`}
    </header>
    ${content(app, name, channel)} ${viewer === undefined ? nothing : standing(app, viewer)}
    ${channel.kind === 'forum' ? nothing : composer(app, name, channel)}
  `;
}

function content(app: App, name: PaneName, channel: ChannelView): TemplateResult {
  if (channel.kind === 'forum') return forum(app, name, channel);
  const isEmpty = (app.state.panes[name].entries.get(channel.id) ?? []).length === 0;
  if (isEmpty && name === 'mods') {
    return html`<div class="empty">
      <p><b>All quiet.</b></p>
      <p>
        When a message breaks the rules, an alert appears here: why, what was done, and buttons to
        undo it or do more.
      </p>
    </div>`;
  }
  if (isEmpty) return invitation(app, name, channel);
  return html`${messages(app, name, app.texts.messagesIn(nameOf(channel)))}
  ${name === 'main' ? remainingLines(app, channel) : nothing}`;
}

/** Suggestions for a visitor's first message. */
const FIRST_LINES = [
  { text: 'good morning everyone!', label: 'Say something kind' },
  { text: 'nobody likes you, go kill yourself', label: 'Say something vile' },
] as const;

function invitation(app: App, pane: PaneName, channel: ChannelView): TemplateResult {
  if (channel.kind === 'dm' || !channel.canSend) {
    return html`<p class="empty">No messages yet.</p>`;
  }
  return html`<div class="empty">
    <p><b>Write something awful.</b> It disappears, and the moderators see why.</p>
    ${lineButtons({ app, pane }, channel, FIRST_LINES)}
  </div>`;
}

/** The suggestions that were not used yet, from the first use until the visitor has seen a case. */
function remainingLines(app: App, channel: ChannelView): unknown {
  const { entries } = app.state.panes.main;
  const said = new Set((entries.get(channel.id) ?? []).map(({ message }) => message.content));
  const remaining = FIRST_LINES.filter(({ text }) => !said.has(text));
  const isStarted = remaining.length < FIRST_LINES.length;
  return isStarted && channel.canSend && app.state.cases.size === 0
    ? lineButtons({ app, pane: 'main' }, channel, remaining)
    : nothing;
}

function lineButtons(
  { app, pane }: Place,
  { id: channelId }: ChannelView,
  lines: readonly (typeof FIRST_LINES)[number][],
): TemplateResult {
  return html`<p class="form-buttons lines">
    ${lines.map(
      ({ text, label }) =>
        html`<button
          class="button button-secondary"
          @click=${() => void app.act(pane, { kind: 'say', channelId, text, repliesTo: null, files: [] })}
        >
          ${label}
        </button>`,
    )}
  </p>`;
}

/** The reason a person cannot write. */
function standing(app: App, { id, name, standing: now }: PersonView): unknown {
  const join = html`<button class="link" @click=${() => app.join(id)}>Join with an invite</button>`;
  switch (now.kind) {
    case 'member':
      return nothing;
    case 'timed out':
      return html`<p class="standing">
        ${name} is timed out: no messages until ${formatTime(now.untilMs, 't', app.state.locale)}.
      </p>`;
    case 'banned':
      return html`<p class="standing">
        ${name} is banned. Undo it in the alert, or speak as someone else. ${join}
      </p>`;
    case 'not a member':
      return html`<p class="standing">${name} is not on the server any more. ${join}</p>`;
  }
}
