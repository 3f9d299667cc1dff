import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommand,
} from 'discord.js';
import { expect, it } from 'vitest';
import {
  differenceOf,
  isEmpty,
} from '../../../../../src/bot/interactions/registration/difference.ts';
import type { CommandData } from '../../../../../src/bot/interactions/registration/normal-form.ts';

const { String: STRING, Subcommand: SUBCOMMAND } = ApplicationCommandOptionType;

const wanted: CommandData = {
  name: 'insights',
  description: 'What was said',
  default_member_permissions: '8192',
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
  options: [
    {
      type: SUBCOMMAND,
      name: 'query',
      description: 'Asks',
      options: [{ type: STRING, name: 'from', description: 'Since when', autocomplete: false }],
    },
  ],
};

/** The command as Discord returns it, with the fields it adds and leaves out. */
function registered(changes: object = {}): APIApplicationCommand {
  return {
    id: '1',
    application_id: '2',
    version: '3',
    type: ApplicationCommandType.ChatInput,
    name: 'insights',
    name_localizations: null,
    description: 'What was said',
    description_localizations: null,
    default_member_permissions: '8192',
    dm_permission: false,
    nsfw: false,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: SUBCOMMAND,
        name: 'query',
        name_localizations: null,
        description: 'Asks',
        options: [{ type: STRING, name: 'from', description: 'Since when' }],
      },
    ],
    ...changes,
  };
}

it('ignores defaults that Discord adds', () => {
  const difference = differenceOf([wanted], [registered()], 'global');
  expect(difference.unchanged).toEqual(['/insights']);
  expect(isEmpty(difference)).toBe(true);
});

it('ignores fields of global commands in a guild', () => {
  const inGuild = registered({ contexts: null, integration_types: undefined });
  expect(isEmpty(differenceOf([wanted], [inGuild], 'guild'))).toBe(true);
  expect(isEmpty(differenceOf([wanted], [inGuild], 'global'))).toBe(false);
});

it('names new commands, removed commands and changed fields', () => {
  const before = [
    registered({
      default_member_permissions: null,
      options: [
        {
          type: SUBCOMMAND,
          name: 'query',
          description: 'Asks',
          options: [
            {
              type: STRING,
              name: 'from',
              description: 'From',
              name_localizations: { de: 'von' },
            },
          ],
        },
      ],
    }),
    registered({ name: 'old' }),
  ];
  const difference = differenceOf(
    [wanted, { type: ApplicationCommandType.Message, name: 'Check message' }],
    before,
    'global',
  );
  expect(difference).toEqual({
    created: ['message menu “Check message”'],
    changed: [
      {
        name: '/insights',
        fields: [
          'default_member_permissions',
          'options query options from name_localizations de',
          'options query options from description',
        ],
      },
    ],
    removed: ['/old'],
    unchanged: [],
  });
});

it('distinguishes a user menu from a slash command of the same name', () => {
  const menu = { type: ApplicationCommandType.User, name: 'insights' } as const;
  const difference = differenceOf([menu], [registered()], 'global');
  expect(difference.created).toEqual(['user menu “insights”']);
  expect(difference.removed).toEqual(['/insights']);
});

it('notices that the order of options has changed', () => {
  const [sub] = wanted.options ?? [];
  const two = (names: string[]): CommandData => ({
    ...wanted,
    options: names.map((name) => ({ ...sub, name }) as never),
  });
  const before = registered(two(['a', 'b']));
  expect(differenceOf([two(['b', 'a'])], [before], 'global').changed).toEqual([
    { name: '/insights', fields: ['order'] },
  ]);
});
