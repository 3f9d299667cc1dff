import type { Client } from 'discord.js';
import { errorMessage } from '../../../shared/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Policies } from '../../domain/ports.ts';
import type { Mail } from '../../mail/mail.ts';
import type { MessageLog } from '../../message-log/message-log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { renewAdvancedCommands } from '../../interactions/registration/advanced.ts';
import { createUnknownAlertsWarning } from '../../posts/alerts/unknown-alerts.ts';
import { loadCommandIds } from '../../rendering/command-mentions.ts';
import { forgetKeywords } from '../../service-adapter/forget-keywords.ts';
import { logReady } from '../log-ready.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { GroupStores } from './group-stores.ts';
import type { GuildRecord } from './guild-record.ts';
import type { ProcessParts } from './process-parts.ts';

/** Connects to Discord and hands each event to the part that handles it. Throws errors that waiting can't fix. */
export async function connectGateway(
  parts: ProcessParts,
  deps: {
    readonly gateway: Gateway;
    readonly client: Client;
    readonly stores: GroupStores;
    readonly policies: Policies;
    readonly pipeline: Pipeline;
    readonly outbox: Outbox;
    readonly messageLog: Pick<MessageLog, 'note' | 'deleted'>;
    readonly guildRecord: GuildRecord;
    readonly mail: Mail;
    /** One group logs for the whole bot. */
    readonly logsReady: boolean;
  },
): Promise<void> {
  const { config, commandSet, keywords, service, context } = parts;
  const { logger } = context;
  const { gateway, client, stores, policies, pipeline, outbox, messageLog, guildRecord, mail } =
    deps;
  const { moderatorChannel } = config;
  const { cases } = stores;
  const warnOfUnknownAlerts = createUnknownAlertsWarning({
    ...context,
    client,
    policies,
    cases,
    moderatorChannel,
  });

  async function welcome(guildId: string, joinedAt: number): Promise<void> {
    try {
      const post = { guildId, kind: 'welcome', subject: '' } as const;
      if ((await outbox.get(post))?.revision === joinedAt) return;
      await outbox.want({ ...post, urgency: 'ordinary', revision: joinedAt });
    } catch (error) {
      logger.warn({ guildId, reason: errorMessage(error) }, 'could not welcome a server');
    }
  }

  await gateway.connect({
    onMessage(snapshot) {
      messageLog.note(snapshot);
      pipeline.submit(snapshot);
    },
    onDeleted: messageLog.deleted,
    onText: (snapshot) => pipeline.submit(snapshot),
    mail: mail.handlers,
    onGuildAvailable(guildId, channels, joinedAt) {
      pipeline.watch(guildId, channels, joinedAt);
      guildRecord.joined(guildId);
      mail.catchUp(guildId);
      void warnOfUnknownAlerts(guildId);
    },
    onMissed: (message) => pipeline.missed(message),
    onThreadsOpened: (guildId, threads) => pipeline.watchThreads(guildId, threads),
    onGuildJoined: (guildId, joinedAt) => void welcome(guildId, joinedAt),
    onGuildRemoved(guildId) {
      pipeline.forget(guildId);
      guildRecord.left(guildId);
      void forgetKeywords(guildId, { keywords, service, logger });
    },
    onEnded: parts.onEnded,
  });
  pipeline.start();
  if (!client.isReady()) return;
  guildRecord.compare((guildId) => client.guilds.cache.has(guildId));
  void loadCommandIds({ client, logger });
  const advanced = commandSet.advanced.map(({ data }) => data);
  renewAdvancedCommands({ client, advanced, logger });
  if (deps.logsReady) {
    const inTrialServer = commandSet.commands.map(({ data }) => data);
    const inEveryServer = inTrialServer.filter((data) => !advanced.includes(data));
    void logReady({ client, commands: { inEveryServer, inTrialServer }, logger });
  }
}
