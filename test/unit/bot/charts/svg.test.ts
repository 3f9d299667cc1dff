import { describe, expect, it } from 'vitest';
import type { BandChart, BarChart, Point } from '../../../../src/bot/charts/chart.ts';
import { toPng } from '../../../../src/bot/charts/png.ts';
import { toSvg } from '../../../../src/bot/charts/svg.ts';
import { timeTicks, zoneLabel } from '../../../../src/bot/charts/time-ticks.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-28T22:00:00Z');

function bars(changes: Partial<BarChart> = {}): string {
  const points = Array.from({ length: 7 }, (_, hour): Point => [START + hour * HOUR_MS, hour]);
  const series = [{ name: 'passed', points }];
  const time = { timeZone: 'Europe/Berlin', intervalMs: HOUR_MS };
  return toSvg({ kind: 'bars', chart: { title: 'Messages', ...time, series, ...changes } });
}

const SENTIMENT = [0.2, null, -0.1, 0, 0.4, null, null].map((mean, hour) => [
  START + hour * HOUR_MS,
  mean === null ? null : { mean, low: mean - 0.5, high: mean + 0.5, count: 10 + hour },
]) as BandChart['points'];

function band(changes: Partial<BandChart> = {}): string {
  const names = { mean: 'Mean', band: '10–90 %', count: 'Messages' };
  const time = { timeZone: 'UTC', intervalMs: HOUR_MS };
  const scale = { min: -1, max: 1 };
  const chart = { title: 'Sentiment', ...time, names, scale, points: SENTIMENT, ...changes };
  return toSvg({ kind: 'band', chart });
}

/** Each bar of a colour, from the left: its lower end and its height, in pixels upwards. */
function barsOf(svg: string, fill: string): { base: number; height: number }[] {
  const path = new RegExp(
    String.raw`<path d="M[\d.]+ ([\d.]+)l[\d.]+ 0l0 (-[\d.]+)l[^"]*" fill="${fill}"`,
    'g',
  );
  return [...svg.matchAll(path)].map(([, base, height]) => ({
    base: Number(base),
    height: -Number(height),
  }));
}

/** The texts drawn, as a reader of XML has them. */
function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

const HOSTILE = `<svg onload="x"> {a|b} & \u0000\u0008\ud800 \u202eשלום 👩‍👩‍👧 ${'z'.repeat(10_000)}`;

describe('toSvg', () => {
  it('labels the time axis with the wall clock of the zone, over the change to summer time', () => {
    const texts = textsOf(bars());
    expect(texts).toEqual(expect.arrayContaining(['00:00', '29 Mar', '03:00', '04:00']));
    expect(texts).not.toContain('02:00');
    expect(texts).toContain('Europe/Berlin, UTC+1 / UTC+2');
  });

  it('draws the same times otherwise in another zone', () => {
    const texts = textsOf(bars({ timeZone: 'Asia/Tokyo' }));
    expect(texts).toEqual(expect.arrayContaining(['08:00', '12:00', 'Asia/Tokyo, UTC+9']));
  });

  it('stacks bars in the given order without outlines', () => {
    const points = (value: number | null): Point[] => [
      [START, value],
      [START + HOUR_MS, 10],
    ];
    const svg = bars({
      series: [
        { name: 'deleted', colour: 'vermilion', points: points(10) },
        { name: 'passed', colour: 'sky', points: points(30) },
      ],
    });
    const [deleted] = barsOf(svg, '#f0703a');
    const [passed] = barsOf(svg, '#56b4e9');
    expect(deleted?.height).toBeGreaterThan(0);
    expect(passed?.height).toBeCloseTo(3 * (deleted?.height ?? 0), 0);
    expect((deleted?.base ?? 0) - (deleted?.height ?? 0)).toBeCloseTo(passed?.base ?? 0, 0);
    expect(svg).not.toMatch(/stroke="#(?:f0703a|56b4e9)"/);
  });

  it('draws no bar where a value is null', () => {
    const points: Point[] = [3, null, 4].map((value, hour) => [START + hour * HOUR_MS, value]);
    expect(
      barsOf(bars({ series: [{ name: 'a', colour: 'sky', points }] }), '#56b4e9'),
    ).toHaveLength(2);
  });

  it('ends the axis of a band where its scale ends, with a line at zero', () => {
    const texts = textsOf(band());
    expect(texts).toEqual(expect.arrayContaining(['−1', '−0.5', '0', '0.5', '1']));
    expect(texts).not.toContain('1.5');
    expect(band()).toMatch(/stroke="#b5bac1"[^>]*stroke-dasharray/);
    const points: BandChart['points'] = [[START, { mean: 0.3, low: 0, high: 0.9, count: 1 }]];
    const vulgarity = textsOf(band({ scale: { min: 0, max: 1 }, points }));
    expect(vulgarity).toEqual(expect.arrayContaining(['0', '0.25', '0.5', '0.75', '1']));
    expect(vulgarity).not.toContain('−1');
  });

  it('extends the axis of a band for values beyond its scale', () => {
    const points: BandChart['points'] = [[START, { mean: 3, low: -1.5, high: 5.5, count: 1 }]];
    expect(textsOf(band({ points }))).toEqual(expect.arrayContaining(['−2', '6']));
  });

  it('leaves gaps in a band, and draws a dot for a value between two gaps', () => {
    const [, mean = ''] = /<path d="([^"]*)"[^>]*stroke-width="6"/.exec(band()) ?? [];
    expect(mean.split('M').length - 1).toBe(2);
    expect(band().match(/matrix\(7,0,0,7,/g)).toHaveLength(1);
  });

  it('shows the number of values below a band', () => {
    expect(barsOf(band(), '#b5bac1').map(({ height }) => height)).toHaveLength(4);
    expect(textsOf(band())).toEqual(expect.arrayContaining(['14', 'Mean', '10–90 %', 'Messages']));
  });

  it.each([
    ['bars', bars],
    ['a band', band],
    [
      'a share',
      () => toSvg({ kind: 'share', chart: { title: 'All', parts: [{ name: 'a', value: 1 }] } }),
    ],
  ])('writes every label of %s at 36 pixels or more', (_, draw) => {
    const sizes = [...draw().matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(36);
  });

  it.each([
    ['no series', []],
    ['no points', [{ name: 'a', points: [] }]],
    ['gaps only', [{ name: 'a', points: [[START, null]] as Point[] }]],
  ])('says that there is no data for %s', (_, series) => {
    expect(textsOf(bars({ series }))).toContain('No data');
  });

  it('says that there is no data for a band of gaps', () => {
    expect(textsOf(band({ points: [[START, null]] }))).toContain('No data');
  });

  it('says that there is no data if all parts are zero', () => {
    const svg = toSvg({ kind: 'share', chart: { title: 'All', parts: [{ name: 'a', value: 0 }] } });
    expect(textsOf(svg)).toContain('No data');
  });

  it('shows numbers and percents of parts', () => {
    const parts = [
      { name: 'passed', value: 750 },
      { name: 'deleted', value: 250 },
    ];
    const texts = textsOf(toSvg({ kind: 'share', chart: { title: 'All', parts } }));
    expect(texts).toEqual(expect.arrayContaining(['passed', '750', '75 %', '25 %', '1,000']));
  });

  it('keeps two series of one name apart', () => {
    const one = {
      name: 'same',
      points: [
        [START, 1],
        [START + HOUR_MS, 2],
      ] as Point[],
    };
    const texts = textsOf(bars({ series: [one, one] }));
    expect(texts.filter((text) => text === 'same')).toHaveLength(2);
  });

  it('draws hostile names as short texts', () => {
    const points: Point[] = [[START, 1]];
    const svg = bars({
      title: HOSTILE,
      subtitle: HOSTILE,
      series: [{ name: HOSTILE, points }],
    });
    const parts = [{ name: HOSTILE, value: 1 }];
    const share = toSvg({ kind: 'share', chart: { title: HOSTILE, parts } });
    for (const drawn of [svg, share]) {
      expect(drawn).not.toContain('<svg onload');
      // oxlint-disable-next-line no-control-regex -- these are what XML forbids
      expect(drawn).not.toMatch(/[\u0000-\u0008\u202e]|zzz{200}/);
      expect(() => toPng(drawn)).not.toThrow();
    }
  });
});

describe('timeTicks', () => {
  it.each([
    ['a quarter of an hour', 0.25, 'Europe/Berlin'],
    ['a day', 24, 'America/New_York'],
    ['a week', 168, 'Asia/Kathmandu'],
    ['a year', 8760, 'Pacific/Auckland'],
  ])('marks %s with few ticks in order', (_, hours, zone) => {
    const ticks = timeTicks(START, START + hours * HOUR_MS, zone).map(({ atMs }) => atMs);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThan(9);
    expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
  });

  it('marks midnight by its day', () => {
    const labels = timeTicks(START, START + 6 * HOUR_MS, 'Europe/Berlin').map(({ label }) => label);
    expect(labels).toContain('00:00\n29 Mar');
  });

  it('names one offset where the clock is not changed', () => {
    expect(zoneLabel(START, START, 'America/New_York')).toBe('America/New York, UTC-4');
    expect(zoneLabel(START, START, 'UTC')).toBe('UTC');
  });
});
