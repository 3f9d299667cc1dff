import { moment } from '../../src/discord/texts.ts';

/** How the choices of an option write a time: Discord renders no timestamps there, so it is the server's zone. */
export function choiceTime(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return (atMs) => format.format(atMs);
}

export function spanText({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  return `${moment(fromMs)} – ${moment(toMs)}`;
}
