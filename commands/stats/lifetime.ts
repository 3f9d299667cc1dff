import type { CommandDeps, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { countFields, totalText } from './counts.ts';

export async function showLifetime({ signal, t }: SlashCall, deps: CommandDeps): Promise<Reply> {
  const counts = await deps.service.statistics.lifetime({ signal });
  const isEmpty = counts.total === 0n;
  return {
    embeds: [
      {
        title: t('stats:reply.lifetime.title'),
        description: isEmpty ? t('stats:reply.lifetime.none') : totalText(counts, t),
        fields: isEmpty ? [] : countFields(counts, t),
        footer: { text: t('stats:reply.scope') },
      },
    ],
  };
}
