import { expect, it, vi } from 'vitest';
import { createProgress } from '../../../../src/bot/interactions/progress.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { turn } from '../../../helpers/turn.ts';

function started() {
  const clock = createFakeClock();
  const shown: string[] = [];
  const progress = createProgress(async (text) => void shown.push(text), clock);
  return { clock, shown, progress };
}

it('shows the first text at once, and only the latest of texts that come too fast', async () => {
  const { clock, shown, progress } = started();
  for (const text of ['1', '2', '3']) progress.report(text);
  await turn();
  expect(shown).toEqual(['1']);
  clock.advance(1999);
  await turn();
  expect(shown).toEqual(['1']);
  clock.advance(1);
  await turn();
  expect(shown).toEqual(['1', '3']);
});

it('shows a text at once again after a pause', async () => {
  const { clock, shown, progress } = started();
  progress.report('1');
  clock.advance(2000);
  await turn();
  clock.advance(60_000);
  progress.report('2');
  await turn();
  expect(shown).toEqual(['1', '2']);
});

it('waits for the text in progress when it ends, then shows nothing', async () => {
  const clock = createFakeClock();
  const show = vi.fn<(text: string) => Promise<void>>();
  let finish = (): void => undefined;
  show.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  const progress = createProgress(show, clock);
  progress.report('1');
  await turn();
  progress.report('2');
  let hasEnded = false;
  const ending = progress.end().then(() => (hasEnded = true));
  progress.report('3');
  await turn();
  expect(hasEnded).toBe(false);
  finish();
  await ending;
  clock.advance(10_000);
  await turn();
  expect(show.mock.calls).toEqual([['1']]);
});
