import type { ChannelView, PersonView, RoleView, UserView } from './guild.ts';
import type { MessageView } from './messages.ts';

/** A pane shows what one person sees. `mods` is the moderators' channel, as a moderator sees it. */
export type PaneName = 'main' | 'mods';

export type PageEvent =
  | ({ readonly type: 'world' } & WorldView)
  | {
      readonly type: 'message';
      readonly pane: PaneName;
      readonly message: MessageView;
    }
  | {
      readonly type: 'deleted';
      readonly pane: PaneName;
      readonly channelId: string;
      readonly messages: readonly Deletion[];
    }
  | { readonly type: 'case'; readonly messageId: string; readonly caseNumber: number }
  | ({ readonly type: 'status' } & StatusView)
  | ({ readonly type: 'scenario' } & ScenarioProgress);

export interface Deletion {
  readonly messageId: string;
  /** Time from posting to deletion. */
  readonly afterMs: number;
}

/** Complete except for `messages`, which has only the pane's channels and leaves out those that this stream has already sent. */
export interface WorldView {
  /** Changes with every reset. */
  readonly worldId: string;
  readonly serverName: string;
  /** People the visitor can speak as. */
  readonly people: readonly PersonView[];
  readonly users: readonly UserView[];
  readonly roles: readonly RoleView[];
  readonly panes: Readonly<Record<PaneName, PaneView>>;
  readonly scenarios: readonly ScenarioView[];
}

export interface PaneView {
  readonly viewerId: string;
  /** Everything the viewer can see, in the order of the sidebar. */
  readonly channels: readonly ChannelView[];
  /** The channel that is shown first. */
  readonly homeId: string;
  readonly messages: Readonly<Record<string, readonly MessageView[]>>;
}

export interface ScenarioView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface ScenarioProgress {
  readonly id: string;
  readonly phase: 'running' | 'done' | 'failed';
  /** Describes the scenario's current step to the visitor. */
  readonly note: string;
}

export interface StatusView {
  readonly isDiscordUp: boolean;
  readonly isServiceUp: boolean;
  /** Messages waiting to be checked. */
  readonly queue: number;
  readonly messagesChecked: number;
  /** The mean duration of the service's latest responses. Null: none yet. */
  readonly serviceMs: number | null;
  readonly cases: number;
  /** Cases with actions that still wait for Discord. */
  readonly casesOpen: number;
}
