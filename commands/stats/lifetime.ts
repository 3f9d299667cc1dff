import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import type { CommandDeps } from '../deps.ts';
import { chartFile } from '../shared/chart-file.ts';
import { answers, parts } from '../texts/stats.ts';
import { countFields, partColours } from './counts.ts';

const PICTURE = 'lifetime.png';

export async function showLifetime({ signal }: SlashCall, deps: CommandDeps): Promise<Reply> {
  const counts = await deps.service.statistics.lifetime({ signal });
  const { title, none, total, alt } = answers.lifetime;
  const footer = { text: answers.scope };
  if (counts.total === 0n) return { embeds: [{ title, description: none, footer }] };
  const picture = await chartFile(
    { name: PICTURE, description: alt },
    deps.charts.share({
      title,
      parts: (['passed', 'flagged', 'deleted'] as const).map((part) => ({
        name: parts[part],
        // Rounded for the picture only.
        value: Number(counts[part]),
        colour: partColours[part],
      })),
    }),
    deps,
  );
  return {
    embeds: [
      {
        title,
        description: total(counts.total.toLocaleString('en-US')),
        fields: countFields(counts),
        footer,
        ...(picture === null ? {} : { image: { url: `attachment://${PICTURE}` } }),
      },
    ],
    files: picture === null ? [] : [picture],
    ...(picture === null ? { content: answers.noChart } : {}),
  };
}
