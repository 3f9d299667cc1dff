import type { Client } from 'discord.js';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import { isInShards, type Shards } from '../../shared/shards.ts';
import type { Preview } from '../domain/preview.ts';
import type { Policies } from '../domain/ports.ts';
import { TOPICS } from '../leases/topic-names.ts';
import { createMail, type Mail } from '../mail/mail.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createConversationPost } from '../posts/mail/conversation-post.ts';
import { createEntryPost } from '../posts/mail/entry-post.ts';
import { createWorkContext } from './pipeline/context.ts';
import type { GroupStores } from './shards/group-stores.ts';
import type { ProcessParts } from './shards/process-parts.ts';

export interface GroupMail {
  readonly mail: Mail;
  stop(): Promise<void>;
}

/** Mail between members and moderators of a group's servers. */
export function createGroupMail(
  { context: processContext, leases }: Pick<ProcessParts, 'context' | 'leases'>,
  deps: {
    readonly client: Client;
    readonly shards: Shards;
    readonly stores: Pick<GroupStores, 'mail'>;
    readonly policies: Pick<Policies, 'get'>;
    readonly preview: Pick<Preview, 'text'>;
    readonly outbox: Pick<Outbox, 'add' | 'look'>;
  },
): GroupMail {
  const stopping = new AbortController();
  const context = createWorkContext({ ...processContext, signal: stopping.signal });
  const { shards, outbox } = deps;
  const shared = { ...context, ...deps, mail: deps.stores.mail };
  const mail = createMail({
    ...shared,
    // Direct messages come to one shard, and can be for a server of any.
    tell(guildId) {
      if (isInShards(guildId, shards)) outbox.look(guildId);
      else void leases.publish(TOPICS.mail, guildId);
    },
  });
  outbox.add(createConversationPost({ ...shared, onPlaced: mail.placed }), createEntryPost(shared));
  return {
    mail,
    async stop() {
      stopping.abort(new StoppedError());
      await context.background.settled();
    },
  };
}
