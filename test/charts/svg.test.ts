import { describe, expect, it } from 'vitest';
import type { LineChart, Point } from '../../src/charts/chart.ts';
import { toPng } from '../../src/charts/png.ts';
import { toSvg } from '../../src/charts/svg.ts';
import { timeTicks, zoneLabel } from '../../src/charts/time-ticks.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-28T22:00:00Z');

function line(changes: Partial<LineChart> = {}): string {
  const points = Array.from({ length: 7 }, (_, hour): Point => [START + hour * HOUR_MS, hour]);
  const series = [{ name: 'mean', points }];
  return toSvg({
    kind: 'line',
    chart: { title: 'Sentiment', timeZone: 'Europe/Berlin', series, ...changes },
  });
}

/** The texts drawn, as a reader of XML has them. */
function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

const HOSTILE = `<svg onload="x"> {a|b} & \u0000\u0008\ud800 \u202eשלום 👩‍👩‍👧 ${'z'.repeat(10_000)}`;

describe('toSvg', () => {
  it('labels the time axis with the wall clock of the zone, over the change to summer time', () => {
    const texts = textsOf(line());
    expect(texts).toEqual(expect.arrayContaining(['23:00', '00:00', '29 Mar', '01:00', '03:00']));
    expect(texts).not.toContain('02:00');
    expect(texts).toContain('Europe/Berlin, UTC+1 / UTC+2');
  });

  it('draws the same times otherwise in another zone', () => {
    const texts = textsOf(line({ timeZone: 'Asia/Tokyo' }));
    expect(texts).toEqual(expect.arrayContaining(['07:00', '13:00', 'Asia/Tokyo, UTC+9']));
  });

  it('leaves a gap where a value is null', () => {
    const points: Point[] = [0, 1, null, null, 4, 5].map((value, hour) => [
      START + hour * HOUR_MS,
      value,
    ]);
    const moves = (svg: string): number =>
      [...svg.matchAll(/<path d="([^"]*)"[^>]*stroke="#56b4e9"/g)].reduce(
        (sum, [, path = '']) => sum + path.split('M').length - 1,
        0,
      );
    expect(moves(line({ series: [{ name: 'a', points }] }))).toBe(2);
    expect(moves(line())).toBe(1);
  });

  it.each([
    ['no series', []],
    ['no points', [{ name: 'a', points: [] }]],
    ['gaps only', [{ name: 'a', points: [[START, null]] as Point[] }]],
  ])('says that there is no data for %s', (_, series) => {
    expect(textsOf(line({ series }))).toContain('No data');
  });

  it('says that there is no data for parts of nothing', () => {
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
    const texts = textsOf(line({ series: [one, one] }));
    expect(texts.filter((text) => text === 'same')).toHaveLength(2);
  });

  it('draws hostile names as short texts', () => {
    const points: Point[] = [[START, 1]];
    const svg = line({
      title: HOSTILE,
      subtitle: HOSTILE,
      unit: HOSTILE,
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

  it('draws no more points than can be seen', () => {
    const points = Array.from({ length: 50_000 }, (_, i): Point => [START + i * 60_000, i % 97]);
    expect(line({ series: [{ name: 'a', points }] }).length).toBeLessThan(200_000);
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
    expect(ticks.length).toBeLessThan(11);
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
