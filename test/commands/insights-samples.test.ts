import { describe, expect, it } from 'vitest';
import { maySeeSamples, sampleButtons } from '../../commands/insights/samples.ts';

const callIn = (size: number) => ({ interaction: { client: { guilds: { cache: { size } } } } });

describe('the samples of insights', () => {
  it('are shown by a bot of one server only', () => {
    expect(maySeeSamples(callIn(1))).toBe(true);
    expect(maySeeSamples(callIn(2))).toBe(false);
  });

  it('have buttons with ids of at most 100 characters, and none where a job’s id is too long', () => {
    const metric = 'sentiment';
    const longest = Math.max(
      ...sampleButtons({ jobId: 'j'.repeat(76), metric }).flatMap(({ components }) =>
        components.map((button) => ('custom_id' in button ? button.custom_id.length : 0)),
      ),
    );
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(100);
    expect(sampleButtons({ jobId: 'j'.repeat(100), metric })).toEqual([]);
  });
});
