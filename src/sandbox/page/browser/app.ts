import type { ActionResult, PersonAction } from '../protocol/actions.ts';
import type { PageEvent, PaneName } from '../protocol/events.ts';
import type { MessageView } from '../protocol/messages.ts';
import * as api from './api.ts';
import { applyEvent, createState, fade, type State } from './state.ts';

const NOTICE_MS = 6_000;
/** Matches the style sheet's animation. */
const FADE_MS = 900;
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
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = read('theme') ?? (isDark ? 'dark' : 'light');
  const state = createState(theme === 'light' ? 'light' : 'dark', read('locale') ?? 'en-US');
  let isScheduled = false;
  let close = (): void => undefined;
  let speakerName: string | null = null;
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

  function connect(as: string): void {
    close();
    close = api.openEvents(as, {
      onEvent: (event) =>
        update((next) => {
          applyEvent(next, event);
          if (event.type === 'world') keepSpeaker();
          if (event.type === 'deleted') fadeOut(event);
        }),
      onConnected: (isConnected) => update((next) => void (next.isConnected = isConnected)),
    });
  }

  function fadeOut({ channelId, messages }: Extract<PageEvent, { type: 'deleted' }>): void {
    const ids = messages.map(({ messageId }) => messageId);
    setTimeout(() => update((next) => fade(next, channelId, ids)), FADE_MS);
  }

  /** After a reset, the same person has another id. */
  function keepSpeaker(): void {
    const people = state.world?.people ?? [];
    const current = people.find(({ id }) => id === state.panes.main.viewerId);
    const wanted = people.find(({ name }) => name === speakerName);
    if (wanted !== undefined && wanted.id !== current?.id) connect(wanted.id);
    else speakerName = current?.name ?? null;
  }

  const app: App = {
    state,
    update,
    speakAs(personId) {
      speakerName = state.world?.people.find(({ id }) => id === personId)?.name ?? null;
      connect(personId);
    },
    speakAsNewcomer() {
      void attempt(async () => {
        const id = await api.addNewcomer();
        speakerName = null;
        connect(id);
      }, undefined);
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
      requestAnimationFrame(() =>
        document
          .querySelector(`[data-message="${messageId}"]`)
          ?.scrollIntoView({ block: 'center' }),
      );
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
  connect('');
  return app;
}

function read(key: string): string | null {
  return localStorage.getItem(key);
}
