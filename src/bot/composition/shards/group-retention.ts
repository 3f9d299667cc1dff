import type { Client } from 'discord.js';
import type { Schedule } from '../../../shared/tasks/schedule.ts';
import type { GuildEraser } from '../../domain/stored-data.ts';
import {
  createGuildEraser,
  createSampleEraser,
  type SampleEraser,
} from '../../retention/guild-eraser.ts';
import { startMemberErasures, type RunningErasures } from '../../retention/member-erasures.ts';
import { startRetention } from '../../retention/retention.ts';
import { createErasurePost } from '../../posts/reports/erasure-post.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { PlaceDeps } from '../../posts/place.ts';
import type { StoredPolicies } from '../../storage/policies.ts';
import type { StateDatabase } from '../../storage/tables.ts';
import type { GroupStores } from './group-stores.ts';
import type { ProcessParts } from './process-parts.ts';

/** Everything that erases stored data of a group's servers. */
export interface GroupRetention {
  readonly eraseSamples: SampleEraser;
  readonly guildEraser: GuildEraser;
  readonly memberErasures: RunningErasures;
  readonly retention: Schedule;
}

export function startGroupRetention(
  parts: ProcessParts,
  deps: {
    readonly client: Client;
    readonly database: StateDatabase;
    readonly stores: GroupStores;
    readonly policies: StoredPolicies;
    readonly outbox: Outbox;
    readonly place: PlaceDeps;
  },
): GroupRetention {
  const { config, embedded, context } = parts;
  const { client, database, stores, policies, outbox, place } = deps;
  const isPresent = (guildId: string): boolean => client.guilds.cache.has(guildId);
  const eraseSamples = createSampleEraser({ database, words: stores.words, embedded });
  const guildEraser = createGuildEraser({
    ...context,
    ...parts,
    ...stores,
    policies,
    database,
    eraseSamples,
    isPresent,
  });
  const retention = startRetention({
    ...context,
    ...stores,
    eraser: guildEraser,
    isPresent: (guildId) => (client.isReady() ? isPresent(guildId) : null),
    caseDays: config.caseDays,
  });
  outbox.add(createErasurePost({ ...place, ...stores }));
  const memberErasures = startMemberErasures({
    ...context,
    ...stores,
    eraseSamples,
    embedded,
    look: outbox.look,
  });
  return { eraseSamples, guildEraser, memberErasures, retention };
}
