import type { Background } from '../../shared/tasks/background.ts';
import type { MessageLogSettings } from '../domain/policy/policy.ts';
import type { Policies } from '../domain/ports.ts';

/** A server with a message log. */
export interface Log {
  readonly settings: MessageLogSettings;
  /** Whether the log shows a channel. */
  shows(channelId: string): boolean;
}

/** The servers with a message log, in memory: every message asks for it. */
export interface KnownLogs {
  /** Whether the server has no log for certain. */
  isOff(guildId: string): boolean;
  /** Calls back with the log of a server, now if it is known; not if there is none. */
  with(guildId: string, use: (log: Log) => void): void;
  /** Reads the settings again when they are needed. */
  forget(guildId: string): void;
  /** Roles or channels may have changed, in one server or all. */
  accessChanged(guildId?: string): void;
}

/** Answers in memory, for each server. */
const MAX_CHANNELS = 5000;

export interface KnownLogsDeps {
  readonly policies: Pick<Policies, 'get'>;
  /** Whether the log of a server shows a channel; null: not known now. */
  readonly isLogged: (
    guildId: string,
    settings: MessageLogSettings,
    channelId: string,
  ) => boolean | null;
  readonly background: Background;
}

export function createKnownLogs({ policies, isLogged, background }: KnownLogsDeps): KnownLogs {
  /** Null: off. */
  const logs = new Map<string, (Log & { accessChanged(): void }) | null>();

  function logOf(guildId: string, settings: MessageLogSettings) {
    const answers = new Map<string, boolean>();
    return {
      settings,
      shows(channelId: string) {
        const known = answers.get(channelId);
        if (known !== undefined) return known;
        if (answers.size >= MAX_CHANNELS) answers.clear();
        const answer = isLogged(guildId, settings, channelId);
        if (answer !== null) answers.set(channelId, answer);
        return answer === true;
      },
      accessChanged: () => answers.clear(),
    };
  }

  async function read(guildId: string, use: (log: Log) => void): Promise<void> {
    const { messageLog: settings } = await policies.get(guildId);
    if (!logs.has(guildId)) {
      logs.set(guildId, settings.channelId === null ? null : logOf(guildId, settings));
    }
    const log = logs.get(guildId) ?? null;
    if (log !== null) use(log);
  }

  return {
    isOff: (guildId) => logs.get(guildId) === null,
    with(guildId, use) {
      const log = logs.get(guildId);
      if (log === null) return;
      if (log !== undefined) {
        use(log);
        return;
      }
      const errorContext = { operation: 'reading the settings of a message log', ids: { guildId } };
      background.run(errorContext, () => read(guildId, use));
    },
    forget: (guildId) => void logs.delete(guildId),
    accessChanged(guildId) {
      for (const [id, log] of logs) {
        if (guildId === undefined || id === guildId) log?.accessChanged();
      }
    },
  };
}
