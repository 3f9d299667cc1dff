import type { ActionResult, PersonAction } from '../protocol/actions.ts';
import type { PaneName } from '../protocol/events.ts';
import type { MessageView } from '../protocol/messages.ts';
import * as api from './api.ts';
import { createSpeaker } from './speaker.ts';
import { createState, type State } from './state.ts';

const NOTICE_MS = 6_000;
const HIGHLIGHT_MS = 2_500;

/** The state and actions of the views. */
export interface App {
  readonly state: State;
  /** Changes the state and draws the page. */
  update(change: (state: State) => void): void;
  speakAs(personId: string): void;
  speakAsNewcomer(): void;
  setLocale(locale: string): void;
  setTheme(theme: State['theme']): void;
  select(pane: PaneName, channelId: string): void;
  loadCommands(pane: PaneName): void;
  act(pane: PaneName, action: PersonAction): Promise<ActionResult>;
  deleteMessage(pane: PaneName, message: MessageView): void;
  jumpTo(channelId: string, messageId: string): void;
  play(scenarioId: string): void;
  reset(): void;
}

export function createApp(draw: () => void): App {
  const state = savedState();
  let isScheduled = false;
  let noticeTimer = 0;

  function update(change: (state: State) => void): void {
    change(state);
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      draw();
    });
  }

  function notify(text: string, isError: boolean): void {
    clearTimeout(noticeTimer);
    update((next) => {
      next.notice = { text, isError };
    });
    noticeTimer = setTimeout(() => update((next) => void (next.notice = null)), NOTICE_MS);
  }

  /** Runs a request to the server; a failure becomes a notice. */
  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The page did not answer.', true);
      return otherwise;
    }
  }

  const speaker = createSpeaker(state, update);

  const app: App = {
    state,
    update,
    speakAs(personId) {
      speaker.speakAs(personId);
    },
    speakAsNewcomer() {
      void attempt(async () => speaker.speakAsUnknown(await api.addNewcomer()), undefined);
    },
    setLocale(locale) {
      localStorage.setItem('locale', locale);
      update((next) => {
        next.locale = locale;
        for (const pane of [next.panes.main, next.panes.mods]) pane.commands = [];
      });
    },
    setTheme(chosen) {
      localStorage.setItem('theme', chosen);
      update((next) => void (next.theme = chosen));
    },
    select(name, channelId) {
      update((next) => {
        const pane = next.panes[name];
        pane.selectedId = channelId;
        pane.unread.delete(channelId);
        pane.replyTo = null;
        pane.editing = null;
        if (next.tab === 'channels') next.tab = 'chat';
      });
    },
    loadCommands(name) {
      const { viewerId } = state.panes[name];
      void attempt(async () => {
        const commands = await api.fetchCommands(viewerId, state.locale);
        update(({ panes }) => void (panes[name].commands = commands));
      }, undefined);
    },
    async act(pane, action) {
      const { viewerId } = state.panes[pane];
      const failed: ActionResult = { kind: 'refused', reason: '' };
      const result = await attempt(() => api.act(viewerId, state.locale, action), failed);
      if (result.kind === 'refused' && result.reason !== '') notify(result.reason, true);
      if (result.kind === 'modal') {
        update((next) => void (next.modal = { ...result.modal, pane }));
      }
      return result;
    },
    deleteMessage(pane, { channelId, id: messageId }) {
      state.ownDeletions.add(messageId);
      void (async () => {
        const result = await app.act(pane, { kind: 'delete', channelId, messageId });
        if (result.kind === 'refused') state.ownDeletions.delete(messageId);
      })();
    },
    jumpTo(channelId, messageId) {
      const { main, mods } = state.panes;
      const isInMods = mods.entries.has(channelId);
      const hasMain = main.channels.some(({ id }) => id === channelId);
      if (!isInMods && !hasMain) {
        notify('This person cannot see that channel.', true);
        return;
      }
      if (!isInMods) app.select('main', channelId);
      update((next) => {
        next.tab = isInMods ? 'mods' : 'chat';
        next.highlightedId = messageId;
      });
      scrollTo(messageId);
      setTimeout(() => update((next) => void (next.highlightedId = null)), HIGHLIGHT_MS);
    },
    play(scenarioId) {
      void attempt(() => api.play(scenarioId), undefined);
    },
    reset() {
      void attempt(async () => {
        notify('Starting over…', false);
        await api.reset();
        notify('A fresh server.', false);
      }, undefined);
    },
  };
  speaker.speakAsUnknown('');
  return app;
}

/** With the theme and language that were chosen last. */
function savedState(): State {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = localStorage.getItem('theme') ?? (isDark ? 'dark' : 'light');
  const locale = localStorage.getItem('locale') ?? 'en-US';
  return createState(theme === 'light' ? 'light' : 'dark', locale);
}

/** After the next drawing. */
function scrollTo(messageId: string): void {
  requestAnimationFrame(() =>
    document.querySelector(`[data-message="${messageId}"]`)?.scrollIntoView({ block: 'center' }),
  );
}
