import { moment } from '../../src/discord/texts.ts';

export function spanText({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  return `${moment(fromMs)} – ${moment(toMs)}`;
}
