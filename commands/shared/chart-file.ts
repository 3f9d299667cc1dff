import type { ReplyFile } from '../../src/discord/interactions/command.ts';
import { messageOf } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';

/** A chart to be attached. Without one the numbers still are an answer: null where it cannot be drawn, which is logged. */
export async function chartFile(
  file: Omit<ReplyFile, 'data'>,
  drawing: Promise<Buffer>,
  { logger }: Pick<CommandDeps, 'logger'>,
): Promise<ReplyFile | null> {
  try {
    return { ...file, data: await drawing };
  } catch (error) {
    logger.error({ chart: file.name, reason: messageOf(error) }, 'a chart could not be drawn');
    return null;
  }
}
