import type { PageEvent } from '../protocol/events.ts';
import * as api from './api.ts';
import { applyEvent, fade, type State } from './state.ts';

/** Matches the style sheet's animation. */
const FADE_MS = 900;

/** The person who speaks in the main pane, and the events that this person sees. */
export interface Speaker {
  speakAs(personId: string): void;
  /** Speaks as somebody whose name is not known yet. */
  speakAsUnknown(personId: string): void;
}

export function createSpeaker(
  state: State,
  update: (change: (state: State) => void) => void,
): Speaker {
  let close = (): void => undefined;
  let speakerName: string | null = null;

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

  /** Stays with the person of the same name: a reset changes the ids. */
  function keepSpeaker(): void {
    const people = state.world?.people ?? [];
    const current = people.find(({ id }) => id === state.panes.main.viewerId);
    const wanted = people.find(({ name }) => name === speakerName);
    if (wanted !== undefined && wanted.id !== current?.id) connect(wanted.id);
    else speakerName = current?.name ?? null;
  }

  return {
    speakAs(personId) {
      speakerName = state.world?.people.find(({ id }) => id === personId)?.name ?? null;
      connect(personId);
    },
    speakAsUnknown(personId) {
      speakerName = null;
      connect(personId);
    },
  };
}
