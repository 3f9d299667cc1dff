import type { Guild } from 'discord.js';
import type { CommandDeps, Translate } from '../../src/bot/command-kit.ts';
import { VERSION } from '../../src/shared/version.ts';

/** A footer with the version, and for the operator of several processes with the process and the shard. */
export function answeredBy(
  { shardId, client }: Guild,
  t: Translate,
  { processName }: Pick<CommandDeps, 'processName'>,
): { footer: { text: string } } {
  const version = `Portcullis ${VERSION}`;
  if (processName === null) return { footer: { text: version } };
  const count = client.options.shardCount ?? 1;
  const process = t('common:answeredBy', { process: processName, shard: shardId, count });
  return { footer: { text: `${version} · ${process}` } };
}
