import { type Language, timestamp, type Translate } from '../../src/bot/command-kit.ts';

/** Formats times for choices. Discord renders no timestamps there, so they are in the server's zone. */
export function choiceTime(timeZone: string, language: Language): (atMs: number) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  return (atMs) => format.format(atMs);
}

export function spanText({ fromMs, toMs }: { fromMs: number; toMs: number }, t: Translate): string {
  return t('times:span', { from: timestamp(fromMs), to: timestamp(toMs) });
}
