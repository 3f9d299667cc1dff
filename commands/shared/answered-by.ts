import type { Guild } from 'discord.js';
import type { CommandDeps, Translate } from '../../src/bot/command-kit.ts';

/** A footer that names the process and the shard, for the operator of several. */
export function answeredBy(
  { shardId, client }: Guild,
  t: Translate,
  { processName }: Pick<CommandDeps, 'processName'>,
): { footer?: { text: string } } {
  if (processName === null) return {};
  const count = client.options.shardCount ?? 1;
  return {
    footer: { text: t('common:answeredBy', { process: processName, shard: shardId, count }) },
  };
}
