import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../../src/sandbox/page/browser/typed-command.ts';
import type {
  CommandOptionView,
  CommandView,
} from '../../../../../src/sandbox/page/protocol/commands.ts';
import { directory } from './directory.ts';

const option = (name: string, more: Partial<CommandOptionView> = {}): CommandOptionView => ({
  name,
  label: name,
  description: '',
  type: 'text',
  isRequired: true,
  choices: [],
  hasAutocomplete: false,
  channelKinds: [],
  min: null,
  max: null,
  ...more,
});
const command = (path: string, options: CommandOptionView[] = []): CommandView => ({
  kind: 'slash',
  path,
  name: path,
  description: '',
  options,
});

const commands = [
  command('ban', [
    option('member', { type: 'user' }),
    option('duration', { isRequired: false }),
    option('reason', { isRequired: false }),
  ]),
  command('case show', [option('number', { type: 'integer', hasAutocomplete: true })]),
  command('case list'),
];
const read = (text: string) => readCommand(text, commands, directory);

describe('a draft that begins with a slash', () => {
  it('is a command with the values that were typed', () => {
    expect(read('/ban @Bob spam and insults')).toMatchObject({
      kind: 'command',
      view: { path: 'ban' },
      values: { member: '1', reason: 'spam and insults' },
    });
    expect(read('/ban reason:spam member:Bob Ross')).toMatchObject({
      values: { member: '2', reason: 'spam' },
    });
    expect(read('/case show 12')).toMatchObject({ values: { number: '12' } });
  });

  it('is a command without the values that it does not understand', () => {
    expect(read('/ban nobody')).toMatchObject({ kind: 'command', values: {} });
    expect(read('/ban "Bob Ross" spam\nmore')).toMatchObject({
      kind: 'command',
      values: { member: '2' },
    });
    expect(read('/case show twelve')).toMatchObject({ kind: 'command', values: {} });
  });

  it('is a group, or unknown, and no message', () => {
    expect(read('/case 12')).toEqual({ kind: 'group', name: 'case' });
    expect(read('/bna Bob')).toEqual({ kind: 'unknown', name: 'bna' });
  });

  it.each(['/', '/ ban', '/usr/bin/env', 'see /ban'])('is a message if it reads “%s”', (text) => {
    expect(read(text)).toBeNull();
  });
});
