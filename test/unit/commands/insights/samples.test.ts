import { describe, expect, it } from 'vitest';
import { sampleButtons, whyHidden } from '../../../../commands/insights/samples.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

describe('the samples of insights', () => {
  it('are shown only if the bot is in one server and the reader can see all its channels', () => {
    expect(whyHidden({ servers: 1, isAllVisible: true })).toBeNull();
    expect(whyHidden({ servers: 2, isAllVisible: true })).toBe('numbersOnly');
    expect(whyHidden({ servers: null, isAllVisible: true })).toBe('numbersOnly');
    expect(whyHidden({ servers: 1, isAllVisible: false })).toBe('hiddenChannels');
  });

  it('have buttons with ids of at most 100 characters, or none if the job’s id is too long', () => {
    const metric = 'sentiment';
    const longest = Math.max(
      ...sampleButtons({ jobId: 'j'.repeat(76), metric }, t).flatMap(({ components }) =>
        components.map((button) => ('custom_id' in button ? button.custom_id.length : 0)),
      ),
    );
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(100);
    expect(sampleButtons({ jobId: 'j'.repeat(100), metric }, t)).toEqual([]);
  });
});
