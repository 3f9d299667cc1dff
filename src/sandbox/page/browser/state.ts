import type { ChoiceView, CommandView } from '../protocol/commands.ts';
import type { ModalView } from '../protocol/components.ts';
import type {
  PageEvent,
  PaneName,
  ScenarioProgress,
  StatusView,
  WorldView,
} from '../protocol/events.ts';
import type { ChannelView } from '../protocol/guild.ts';
import type { MessageView } from '../protocol/messages.ts';
import { emptyDirectory, updated, type Directory } from './directory.ts';
import type { TypedValues } from './typed-command.ts';

/** A message, or the note after its deletion. Replaced, never changed, so that unchanged ones aren't drawn again. */
export interface Entry {
  readonly message: MessageView;
  readonly deletion: Deletion | null;
  /** True once a deleted message has faded out; a note replaces it. */
  readonly isFaded: boolean;
}

export interface Deletion {
  readonly afterMs: number;
  readonly byAuthor: boolean;
  readonly caseNumber: number | null;
}

export interface Pane {
  viewerId: string;
  channels: readonly ChannelView[];
  /** Names as its viewer sees them. */
  directory: Directory;
  /** Oldest first, by channel. */
  readonly entries: Map<string, Entry[]>;
  selectedId: string;
  readonly unread: Set<string>;
  draft: Draft;
  command: CommandDraft | null;
  /** The person's commands, fetched when a picker opens. */
  commands: readonly CommandView[];
  isWritingPoll: boolean;
  replyTo: MessageView | null;
  editing: { readonly messageId: string; text: string } | null;
  /** Ephemeral messages that their reader dismissed. */
  readonly dismissed: Set<string>;
}

/** A person's unsent message. */
export interface Draft {
  readonly text: string;
  readonly files: readonly File[];
  /** Index of the suggestion that Enter picks. */
  readonly activeIndex: number;
}

export const EMPTY_DRAFT: Draft = { text: '', files: [], activeIndex: 0 };

export interface CommandDraft {
  readonly view: CommandView;
  /** The fields' initial values. */
  readonly typed: TypedValues;
  readonly suggested: {
    readonly option: string;
    readonly choices: readonly ChoiceView[];
    /** Index of the choice that Enter picks. */
    readonly active: number;
  } | null;
}

/** A person in a pane, and the message whose component they used. */
export interface Actor {
  readonly pane: PaneName;
  readonly viewerId: string;
  /** Null: a command, not a component. */
  readonly messageId: string | null;
}

/** By custom id. */
export type ModalValues = Record<string, string | string[] | boolean>;

export type Tab = 'chat' | 'mods' | 'channels';

export interface State {
  world: WorldView | null;
  isConnected: boolean;
  readonly panes: Readonly<Record<PaneName, Pane>>;
  readonly cases: Map<string, number>;
  /** Messages being deleted by their author. */
  readonly ownDeletions: Set<string>;
  status: StatusView | null;
  scenario: ScenarioProgress | null;
  tab: Tab;
  locale: string;
  theme: 'dark' | 'light';
  modal: (ModalView & Actor) | null;
  notice: { readonly text: string; readonly isError: boolean } | null;
  highlightedId: string | null;
  /** Components in use, as `message id/custom id`. */
  readonly busy: Set<string>;
}

export function createState(theme: State['theme'], locale: string): State {
  const pane = (): Pane => ({
    viewerId: '',
    channels: [],
    directory: emptyDirectory(),
    entries: new Map(),
    selectedId: '',
    unread: new Set(),
    draft: EMPTY_DRAFT,
    command: null,
    commands: [],
    isWritingPoll: false,
    replyTo: null,
    editing: null,
    dismissed: new Set(),
  });
  return {
    world: null,
    isConnected: false,
    panes: { main: pane(), mods: pane() },
    cases: new Map(),
    ownDeletions: new Set(),
    status: null,
    scenario: null,
    tab: 'chat',
    locale,
    theme,
    modal: null,
    notice: null,
    highlightedId: null,
    busy: new Set(),
  };
}

const MAX_ANIMATED = 5;

const PANES: readonly PaneName[] = ['main', 'mods'];

export function applyEvent(state: State, event: PageEvent): void {
  switch (event.type) {
    case 'world':
      return applyWorld(state, event);
    case 'message':
      return applyMessage(state.panes[event.pane], event.message);
    case 'deleted':
      for (const { messageId, afterMs } of event.messages) {
        const deletion = {
          afterMs,
          byAuthor: state.ownDeletions.has(messageId),
          caseNumber: state.cases.get(messageId) ?? null,
        };
        change(state.panes[event.pane], event.channelId, messageId, (entry) => ({
          ...entry,
          deletion,
          // A bulk deletion isn't animated.
          isFaded: event.messages.length > MAX_ANIMATED,
        }));
      }
      return undefined;
    case 'case':
      return applyCase(state, event);
    case 'status':
      state.status = event;
      return undefined;
    case 'scenario':
      state.scenario = event;
      return undefined;
  }
}

function applyWorld(state: State, world: WorldView): void {
  const isNew = state.world?.worldId !== world.worldId;
  if (isNew) {
    state.cases.clear();
    state.ownDeletions.clear();
    state.scenario = null;
  }
  state.world = world;
  const { users, roles } = world;
  for (const name of PANES) {
    const pane = state.panes[name];
    const { viewerId, channels, homeId, messages } = world.panes[name];
    if (isNew || pane.viewerId !== viewerId) {
      pane.replyTo = null;
      pane.editing = null;
      pane.command = null;
      pane.isWritingPoll = false;
      pane.commands = [];
    }
    if (isNew) pane.entries.clear();
    pane.viewerId = viewerId;
    pane.channels = channels;
    pane.directory = updated(pane.directory, { users, roles, channels });
    for (const id of pane.entries.keys()) {
      if (!channels.some((channel) => channel.id === id)) pane.entries.delete(id);
    }
    for (const [id, shown] of Object.entries(messages)) {
      pane.entries.set(id, withTombstones(shown, pane.entries.get(id) ?? []));
    }
    if (!channels.some(({ id }) => id === pane.selectedId)) {
      pane.selectedId = homeId;
    }
  }
}

/** Keeps messages that were deleted while this page was open, as notes. */
function withTombstones(shown: readonly MessageView[], before: readonly Entry[]): Entry[] {
  const gone = before.filter(({ deletion, message }) => deletion !== null && !message.isEphemeral);
  const current = shown.map((message): Entry => ({ message, deletion: null, isFaded: false }));
  return [...current, ...gone].sort((a, b) => compareIds(a.message.id, b.message.id));
}

function applyMessage(pane: Pane, message: MessageView): void {
  const entries = pane.entries.get(message.channelId) ?? [];
  const index = entries.findLastIndex((entry) => entry.message.id === message.id);
  if (index >= 0) {
    const changed = [...entries];
    changed[index] = { message, deletion: null, isFaded: false };
    pane.entries.set(message.channelId, changed);
    return;
  }
  pane.entries.set(message.channelId, [...entries, { message, deletion: null, isFaded: false }]);
  if (message.channelId !== pane.selectedId) pane.unread.add(message.channelId);
}

function applyCase(
  state: State,
  { messageId, caseNumber }: Extract<PageEvent, { type: 'case' }>,
): void {
  state.cases.set(messageId, caseNumber);
  for (const name of PANES) {
    const pane = state.panes[name];
    for (const channelId of pane.entries.keys()) {
      change(pane, channelId, messageId, (entry) =>
        entry.deletion === null ? entry : { ...entry, deletion: { ...entry.deletion, caseNumber } },
      );
    }
  }
}

function change(
  pane: Pane,
  channelId: string,
  messageId: string,
  replace: (entry: Entry) => Entry,
): void {
  const entries = pane.entries.get(channelId);
  const index = entries?.findLastIndex((entry) => entry.message.id === messageId) ?? -1;
  const entry = entries?.[index];
  if (entries === undefined || entry === undefined) return;
  const changed = [...entries];
  changed[index] = replace(entry);
  pane.entries.set(channelId, changed);
}

/** Replaces deleted messages with notes. */
export function fade(state: State, channelId: string, messageIds: readonly string[]): void {
  for (const name of PANES) {
    for (const messageId of messageIds) {
      change(state.panes[name], channelId, messageId, (entry) =>
        entry.deletion === null ? entry : { ...entry, isFaded: true },
      );
    }
  }
}

export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
