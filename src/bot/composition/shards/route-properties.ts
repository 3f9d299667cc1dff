import type { PropertyExecutor } from '../../../service-api/property-executor.ts';
import { inEnglish, message } from '../../locales/message.ts';
import type { ShardGroup } from './shard-group.ts';

/** Passes each request of the property console to the group with its server. */
export function routeProperties(groups: ReadonlySet<ShardGroup>): PropertyExecutor {
  const groupOf = (guildId: string): ShardGroup | undefined =>
    [...groups].find((group) => group.has(guildId));
  // A server has no group while its group starts or stops.
  const reason = inEnglish(message('availability:discord.serverAway'));
  return {
    async act(step) {
      const group = groupOf(step.propertyId);
      if (group === undefined) return { status: 'unavailable', reason };
      return group.propertyExecutor.act(step);
    },
    async apply(setting) {
      const group = groupOf(setting.propertyId);
      if (group === undefined) return { status: 'refused', reason };
      return group.propertyExecutor.apply(setting);
    },
  };
}
