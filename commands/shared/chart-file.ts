import {
  type CommandDeps,
  type ReplyFile,
  type Translate,
  translator,
} from '../../src/bot/command-kit.ts';
import { errorMessage } from '../../src/shared/errors.ts';

/** Translates texts in a chart. Japanese falls back to English, because the charts' font lacks it. */
export function chartTranslator(t: Translate): Translate {
  return t.language === 'ja' ? translator('en') : t;
}

/**
 * A chart as an attachment. If it cannot be drawn, that is logged and the result is null: the reply's numbers are enough.
 */
export async function chartFile(
  file: Omit<ReplyFile, 'data'>,
  drawing: Promise<Buffer>,
  { logger }: Pick<CommandDeps, 'logger'>,
): Promise<ReplyFile | null> {
  try {
    return { ...file, data: await drawing };
  } catch (error) {
    logger.error({ chart: file.name, reason: errorMessage(error) }, 'could not draw chart');
    return null;
  }
}
