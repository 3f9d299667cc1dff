import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../../../scripts/demo/repl/parse-line.ts';

describe('parseLine', () => {
  it.each([
    ['alice: hello', { member: 'alice', channel: null, text: 'hello' }],
    ['  ALICE : a: b', { member: 'ALICE', channel: null, text: 'a: b' }],
    ['bob #random: hi', { member: 'bob', channel: 'random', text: 'hi' }],
    ['helper-bot#mod-alerts:hi', { member: 'helper-bot', channel: 'mod-alerts', text: 'hi' }],
    ['alice: press it', { member: 'alice', channel: null, text: 'press it' }],
  ])('reads "%s" as a message', (line, expected) => {
    expect(parseLine(line)).toEqual({ kind: 'message', ...expected });
  });

  it.each([
    ['mod: /case show number:1', { member: 'mod', channel: null, text: 'case show number:1' }],
    ['/doctor', { member: null, channel: null, text: 'doctor' }],
    ['mod #random: /doctor', { member: 'mod', channel: 'random', text: 'doctor' }],
  ])('reads "%s" as a command', (line, expected) => {
    expect(parseLine(line)).toEqual({ kind: 'command', ...expected });
  });

  it.each([
    ['press 2', { member: null, button: 2, input: '' }],
    ['owner: Press 12', { member: 'owner', button: 12, input: '' }],
    ['press 1 too rude', { member: null, button: 1, input: 'too rude' }],
  ])('reads "%s" as the press of a button', (line, expected) => {
    expect(parseLine(line)).toEqual({ kind: 'press', ...expected });
  });

  it.each([
    ['', 'empty'],
    ['HELP', 'help'],
    ['?', 'help'],
    ['quit', 'quit'],
    ['Exit', 'quit'],
    ['hello', 'invalid'],
    ['alice:', 'invalid'],
    ['two words: hello', 'invalid'],
  ])('reads "%s" as %s', (line, kind) => {
    expect(parseLine(line)).toEqual({ kind });
  });
});
