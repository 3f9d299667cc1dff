import { expect, it } from 'vitest';
import { asSubtitles, asText, type Speech } from '../../../../commands/tag/transcript-file.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

const hello = ['00:00:01', 'Hello.'] as const;
const bye = ['00:00:03', 'Good\n\nbye.'] as const;
const late = ['01:02:03', 'Anyone?'] as const;
const speech: Speech = { master: [hello, bye, late], speakers: { '0': [hello, bye, late] } };
const two: Speech = { master: [hello, bye], speakers: { '0': [hello], '1': [bye] } };

it('writes speech line per sentence', () => {
  expect(asText(speech, t)).toBe('[00:00:01] Hello.\n[00:00:03] Good bye.\n[01:02:03] Anyone?\n');
});

it('names the speakers if there are several', () => {
  expect(asText(two, t)).toBe('[00:00:01] Speaker 1: Hello.\n[00:00:03] Speaker 2: Good bye.\n');
});

it('ends a subtitle at the next speech or after a few seconds', () => {
  expect(asSubtitles(speech, t)).toBe(
    '1\n00:00:01,000 --> 00:00:03,000\nHello.\n\n' +
      '2\n00:00:03,000 --> 00:00:10,000\nGood bye.\n\n' +
      '3\n01:02:03,000 --> 01:02:07,000\nAnyone?\n',
  );
});

it('shows sentences with the same start for at least a second', () => {
  const twice: Speech = { master: [hello, hello], speakers: {} };
  expect(asSubtitles(twice, t)).toContain('00:00:01,000 --> 00:00:02,000');
});
