import type { PaneName } from '../protocol/events.ts';
import { createActing, type Acting } from './acting.ts';
import * as api from './api.ts';
import { createSpeaker } from './speaker.ts';
import { createState, type State } from './state.ts';
import { textsIn, type Texts } from './texts/languages.ts';

const NOTICE_MS = 6_000;
const HIGHLIGHT_MS = 2_500;

/** The state and actions of the views. */
export interface App extends Acting {
  readonly state: State;
  /** In the language of the person's client. */
  readonly texts: Texts;
  /** Changes the state and draws the page. */
  update(change: (state: State) => void): void;
  speakAs(personId: string): void;
  speakAsNewcomer(): void;
  /** The person joins the server by an invite. */
  join(personId: string): void;
  setLocale(locale: string): void;
  setTheme(theme: State['theme']): void;
  select(pane: PaneName, channelId: string): void;
  loadCommands(pane: PaneName): void;
  notify(text: string): void;
  /** Shows a channel in the main pane, if its viewer can see it. */
  openChannel(channelId: string): void;
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

  const refuse = (text: string): void => notify(text, true);
  const speaker = createSpeaker(state, update);

  const app: App = {
    state,
    get texts() {
      return textsIn(state.locale);
    },
    update,
    ...createActing(state, { update, attempt, notify: refuse }),
    speakAs(personId) {
      speaker.speakAs(personId);
    },
    speakAsNewcomer() {
      void attempt(async () => speaker.speakAsUnknown(await api.join()), undefined);
    },
    join(personId) {
      void attempt(() => api.join(personId), '');
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
    notify: refuse,
    openChannel(channelId) {
      const { channels, viewerId, directory } = state.panes.main;
      if (!channels.some(({ id }) => id === channelId)) {
        const name = directory.users.get(viewerId)?.name ?? 'This person';
        notify(app.texts.cannotSee(name), true);
        return;
      }
      app.select('main', channelId);
      update((next) => void (next.tab = 'chat'));
    },
    jumpTo(channelId, messageId) {
      if (state.panes.mods.entries.has(channelId)) update((next) => void (next.tab = 'mods'));
      else app.openChannel(channelId);
      update((next) => void (next.highlightedId = messageId));
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

/** Restores the theme and language that were chosen last. */
function savedState(): State {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = localStorage.getItem('theme') ?? (isDark ? 'dark' : 'light');
  const locale = localStorage.getItem('locale') ?? 'en-US';
  return createState(theme === 'light' ? 'light' : 'dark', locale);
}

/** Scrolls in the next frame, once the message is drawn. */
function scrollTo(messageId: string): void {
  requestAnimationFrame(() =>
    document.querySelector(`[data-message="${messageId}"]`)?.scrollIntoView({ block: 'center' }),
  );
}
