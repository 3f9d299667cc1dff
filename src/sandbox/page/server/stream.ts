import { randomUUID } from 'node:crypto';
import { GatewayDispatchEvents as Event, type APIMessage } from 'discord-api-types/v10';

import { snowflakeTime } from '../../../shared/snowflake.ts';
import { canView } from '../../world/guilds/guild-create.ts';
import type { WorldEvent } from '../../world/events.ts';
import type { People } from './people.ts';
import type { Deletion, PageEvent, PaneName, PaneView } from '../protocol/events.ts';
import type { Stage } from './stage.ts';
import { channelViews } from './views/channel-view.ts';
import { messageView, type Viewing } from './views/message-view.ts';
import { roleViews, userView } from './views/user-view.ts';
import { messageViews } from './views/world-view.ts';

/** Changes of channels, members and roles come in bursts, so the page gets them in batches. */
const GATHER_MS = 100;

interface Pane {
  readonly name: PaneName;
  readonly viewerId: string;
  /** The only channel that it shows. Null: all channels. */
  readonly only: string | null;
  /** Channels whose messages the page already has. */
  readonly known: Set<string>;
}

/** The event stream of one page. */
export interface Stream {
  onWorldEvent(event: WorldEvent): void;
  /** Sends everything except the messages of known channels. */
  refresh(): void;
  stop(): void;
}

/** A reset changes the world's id, and the page notices. */
export function newWorldId(): string {
  return randomUUID();
}

export function createStream(options: {
  readonly stage: Stage;
  readonly worldId: string;
  readonly people: People;
  /** The person who writes in the main pane. */
  readonly viewerId: string;
  readonly send: (event: PageEvent) => void;
}): Stream {
  const { stage, worldId, people, viewerId, send } = options;
  const { sandbox, scenarios } = stage;
  const { world, guildId } = sandbox;
  const { state } = world;
  const panes = panesOf(sandbox, viewerId);
  let cancelRefresh: (() => void) | null = null;

  const viewing = (pane: Pane): Viewing => ({
    world,
    guild: state.guilds.get(guildId) ?? null,
    viewerId: pane.viewerId,
  });

  function shows(pane: Pane, channelId: string): boolean {
    const channel = state.channels.get(channelId);
    return (
      channel !== undefined &&
      (pane.only === null || pane.only === channelId) &&
      canView(state, channel, pane.viewerId)
    );
  }

  function refresh(): void {
    cancelRefresh?.();
    cancelRefresh = null;
    const guild = state.guilds.get(guildId) ?? null;
    const [main, mods] = panes.map((pane): PaneView => {
      const { known, only, viewerId } = pane;
      const channels = channelViews(state, viewerId);
      const shown = channels.flatMap(({ id }) => (only === null || only === id ? [id] : []));
      const messages = messageViews(
        viewing(pane),
        shown.filter((id) => !known.has(id)),
      );
      known.clear();
      for (const id of shown) known.add(id);
      const homeId = only ?? channels.find(({ kind }) => kind === 'text')?.id ?? '';
      return { viewerId, channels, homeId, messages };
    });
    if (main === undefined || mods === undefined) return;
    send({
      type: 'world',
      worldId,
      serverName: guild?.payload.name ?? '',
      people: people.list(),
      users: [...state.users.values()].map(({ user }) => userView(user, guild)),
      roles: guild === null ? [] : roleViews(guild),
      panes: { main, mods },
      scenarios: scenarios.map(({ id, name, description }) => ({ id, name, description })),
    });
  }

  function refreshSoon(): void {
    cancelRefresh ??= state.clock.after(GATHER_MS, refresh);
  }

  function sendMessage(event: WorldEvent, message: APIMessage): void {
    for (const pane of panes) {
      const { userIds } = event;
      if (userIds !== null && !userIds.includes(pane.viewerId)) continue;
      if (!shows(pane, message.channel_id)) continue;
      // A channel that is new to the page arrives together with its messages.
      if (pane.known.has(message.channel_id)) {
        send({ type: 'message', pane: pane.name, message: messageView(viewing(pane), message) });
      } else refreshSoon();
    }
  }

  function resend(channelId: string, messageId: string, event: WorldEvent): void {
    const message = state.channels.get(channelId)?.messages.get(messageId);
    if (message !== undefined) sendMessage(event, message);
  }

  function sendDeleted(event: WorldEvent, channelId: string, ids: readonly string[]): void {
    const messages = deletionsOf(ids, state.clock.now());
    for (const pane of panes) {
      const { userIds } = event;
      if (userIds !== null && !userIds.includes(pane.viewerId)) continue;
      if (!pane.known.has(channelId)) continue;
      send({ type: 'deleted', pane: pane.name, channelId, messages });
    }
  }

  return {
    refresh,
    onWorldEvent(event) {
      switch (event.type) {
        case Event.MessageCreate:
        case Event.MessageUpdate:
          return sendMessage(event, event.data);
        case Event.MessageDelete:
          return sendDeleted(event, event.data.channel_id, [event.data.id]);
        case Event.MessageDeleteBulk:
          return sendDeleted(event, event.data.channel_id, event.data.ids);
        case Event.MessageReactionAdd:
        case Event.MessageReactionRemove:
        case Event.MessageReactionRemoveAll:
        case Event.MessageReactionRemoveEmoji:
        case Event.MessagePollVoteAdd:
        case Event.MessagePollVoteRemove:
          return resend(event.data.channel_id, event.data.message_id, event);
        case Event.TypingStart:
        case Event.InteractionCreate:
        case Event.GuildAuditLogEntryCreate:
          return undefined;
        default:
          return refreshSoon();
      }
    },
    stop: () => cancelRefresh?.(),
  };
}

function panesOf({ members, channels }: Stage['sandbox'], viewerId: string): readonly Pane[] {
  return [
    { name: 'main', viewerId, only: null, known: new Set() },
    {
      name: 'mods',
      viewerId: members.moderator.id,
      only: channels['mod-alerts'],
      known: new Set(),
    },
  ];
}

function deletionsOf(ids: readonly string[], nowMs: number): Deletion[] {
  return ids.map((messageId) => ({
    messageId,
    afterMs: Math.max(0, nowMs - snowflakeTime(messageId)),
  }));
}
