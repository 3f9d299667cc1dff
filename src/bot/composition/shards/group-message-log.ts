import type { Client } from 'discord.js';
import { isLogged } from '../../access/log-audience.ts';
import type { Policies } from '../../domain/ports.ts';
import { createMessageLog, type MessageLog } from '../../message-log/message-log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { createFindDeleters } from '../../posts/message-log/deleters.ts';
import { createLogPost } from '../../posts/message-log/log-post.ts';
import { StoppedError } from '../../../shared/tasks/stopped-error.ts';
import { createWorkContext } from '../pipeline/context.ts';
import type { ProcessContext } from '../process-context.ts';
import type { GroupStores } from './group-stores.ts';

/** The message log of a group's servers, and its posts. */
export function createGroupMessageLog(
  deps: ProcessContext & {
    readonly client: Client;
    readonly stores: GroupStores;
    readonly policies: Policies;
    readonly outbox: Outbox;
  },
): MessageLog {
  const { client, stores, outbox } = deps;
  const stopping = new AbortController();
  const context = createWorkContext({ ...deps, signal: stopping.signal });
  const messageLog = createMessageLog({
    ...context,
    ...deps,
    store: stores.messageLog,
    stored: stores.logCleaning,
    isLogged: (guildId, settings, channelId) =>
      isLogged(client.guilds.cache.get(guildId), settings, channelId),
  });
  outbox.add(createLogPost({ ...deps, ...stores, findDeleters: createFindDeleters(deps.logger) }));
  return {
    ...messageLog,
    async stop() {
      stopping.abort(new StoppedError());
      await messageLog.stop();
      await context.background.settled();
    },
  };
}
