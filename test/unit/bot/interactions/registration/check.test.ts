import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type APIApplicationCommandOption,
} from 'discord.js';
import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../src/bot/interactions/registration/check.ts';
import type { CommandData } from '../../../../../src/bot/interactions/registration/normal-form.ts';

const { String: STRING, Subcommand: SUBCOMMAND } = ApplicationCommandOptionType;
const { Message: MESSAGE, User: USER } = ApplicationCommandType;

function option(changes: object = {}): APIApplicationCommandOption {
  // Invalid commands, on purpose.
  return { type: STRING, name: 'from', description: 'Since when', ...changes } as never;
}

function command(changes: object = {}): CommandData {
  return { name: 'insights', description: 'What was said', ...changes };
}

it('finds no problem in a valid command', () => {
  const good = command({
    name_localizations: { de: 'einblicke', ja: 'インサイト' },
    description_localizations: { fr: 'Ce qui a été dit' },
    options: [
      {
        type: SUBCOMMAND,
        name: 'query',
        description: 'Asks',
        options: [option({ required: true }), option({ name: 'to' })],
      },
    ],
  });
  expect(problemsOf([good, { type: MESSAGE, name: 'Check message' }])).toEqual([]);
});

it.each([
  [
    'a name with capitals',
    command({ name: 'Insights' }),
    /^\/Insights: name \(default\) “Insights”/,
  ],
  ['a name with a blank', command({ name_localizations: { de: 'ein blick' } }), /name \(de\)/],
  ['a language Discord has not', command({ name_localizations: { xx: 'x' } }), /no locale “xx”/],
  ['no description', command({ description: '' }), /description \(default\)/],
  [
    'a long description',
    command({ description_localizations: { fr: 'd'.repeat(101) } }),
    /description \(fr\)/,
  ],
  [
    'too many options',
    command({ options: Array.from({ length: 26 }, (_, index) => option({ name: `n${index}` })) }),
    /26 options/,
  ],
  [
    'a required option behind an optional one',
    command({ options: [option(), option({ name: 'to', required: true })] }),
    /required option to comes after/,
  ],
  ['two options of one name', command({ options: [option(), option()] }), /two options are named/],
  [
    'two options of one name in one language',
    command({
      options: [option({ name_localizations: { de: 'to' } }), option({ name: 'to' })],
    }),
    /two options are named “to” \(de\)/,
  ],
  [
    'a subcommand beside an option',
    command({ options: [{ type: SUBCOMMAND, name: 'query', description: 'Asks' }, option()] }),
    /subcommands and options exclude each other/,
  ],
  [
    'too many choices',
    command({
      options: [option({ choices: Array.from({ length: 26 }, () => ({ name: 'a', value: 'a' })) })],
    }),
    /26 choices/,
  ],
  [
    'choices with autocomplete',
    command({ options: [option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })] }),
    /exclude each other/,
  ],
  [
    'a long value of a choice',
    command({ options: [option({ choices: [{ name: 'a', value: 'v'.repeat(101) }] })] }),
    /value of the choice “a”/,
  ],
  ['a long name of a menu', { type: USER, name: 'n'.repeat(33) } as const, /^user menu .*name/],
])('names the command that has %s', (_what, wrong, problem) => {
  expect(problemsOf([wrong])).toEqual([expect.stringMatching(problem)]);
});

it('counts the longest language of each text towards the 8000 characters', () => {
  const options = Array.from({ length: 25 }, (_, index) => ({
    type: SUBCOMMAND,
    name: `sub${index}`,
    description: 'short',
    options: Array.from({ length: 3 }, (__, inner) =>
      option({
        name: `n${inner}`,
        description: 'd',
        description_localizations: { de: 'd'.repeat(100) },
      }),
    ),
  }));
  expect(problemsOf([command({ options })])).toEqual([]);
  const more = options.map((sub) => ({
    ...sub,
    description_localizations: { de: 'd'.repeat(50) },
  }));
  expect(problemsOf([command({ options: more })])).toEqual([
    expect.stringMatching(
      /^\/insights: its texts have \d+ characters in total, Discord allows 8000$/,
    ),
  ]);
});

it('refuses two commands of one name, and more than Discord allows', () => {
  expect(problemsOf([command(), command()])).toEqual(['/insights: the name is used twice']);
  expect(problemsOf([command(), { type: USER, name: 'insights' }])).toEqual([]);
  const menus = Array.from(
    { length: 16 },
    (_, index) => ({ type: USER, name: `n${index}` }) as const,
  );
  expect(problemsOf(menus)).toEqual([expect.stringMatching(/^16 commands of one kind/)]);
});
