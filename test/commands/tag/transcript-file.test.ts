import { expect, it } from 'vitest';
import { asSubtitles, asText, type Said } from '../../../commands/tag/transcript-file.ts';

const hello = ['00:00:01', 'Hello.'] as const;
const bye = ['00:00:03', 'Good\n\nbye.'] as const;
const late = ['01:02:03', 'Anyone?'] as const;
const one: Said = { master: [hello, bye, late], speakers: { '0': [hello, bye, late] } };
const two: Said = { master: [hello, bye], speakers: { '0': [hello], '1': [bye] } };

it('writes a line a sentence, whatever is in it', () => {
  expect(asText(one)).toBe('[00:00:01] Hello.\n[00:00:03] Good bye.\n[01:02:03] Anyone?\n');
});

it('names the speakers where there are several', () => {
  expect(asText(two)).toBe('[00:00:01] Speaker 1: Hello.\n[00:00:03] Speaker 2: Good bye.\n');
});

it('writes subtitles that end where the next one begins, or after some seconds', () => {
  expect(asSubtitles(one)).toBe(
    '1\n00:00:01,000 --> 00:00:03,000\nHello.\n\n' +
      '2\n00:00:03,000 --> 00:00:10,000\nGood bye.\n\n' +
      '3\n01:02:03,000 --> 01:02:07,000\nAnyone?\n',
  );
});

it('shows sentences that begin together for a second each', () => {
  const twice: Said = { master: [hello, hello], speakers: {} };
  expect(asSubtitles(twice)).toContain('00:00:01,000 --> 00:00:02,000');
});
