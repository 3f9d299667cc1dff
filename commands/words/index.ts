import { PermissionFlagsBits } from 'discord.js';
import {
  MAX_MENTIONS,
  MAX_WORD_LENGTH,
  NATIVE_KINDS,
  WORD_LISTS,
} from '../../src/bot/command-kit.ts';
import { choice, describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';
import { addWords } from './add.ts';
import { exportRule } from './export.ts';
import { importWords } from './import.ts';
import { listWords } from './list.ts';
import { removeWord, suggestWords } from './remove.ts';
import { testWords } from './test.ts';

const MAX_TEXT = 4000;
const listChoices = WORD_LISTS.map((list) => choice(list, `words:lists.${list}`));

export const wordsCommand = commandOf({
  key: 'words',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      key: 'words:subcommands.add',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'words:options.list')
              .setRequired(true)
              .addChoices(...listChoices),
          )
          .addStringOption((option) =>
            describe(option, 'words:options.word').setMaxLength(MAX_WORD_LENGTH),
          ),
      run: addWords,
    },
    {
      key: 'words:subcommands.remove',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'words:subcommands.remove.options.word')
            .setRequired(true)
            .setAutocomplete(true),
        ),
      run: removeWord,
      suggest: suggestWords,
    },
    {
      key: 'words:subcommands.list',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'words:options.list').addChoices(...listChoices),
        ),
      run: listWords,
    },
    { key: 'words:subcommands.import', run: importWords },
    {
      key: 'words:subcommands.export',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'words:options.rule')
              .setRequired(true)
              .addChoices(...NATIVE_KINDS.map((kind) => choice(kind, `words:rules.${kind}`))),
          )
          .addIntegerOption((option) =>
            describe(option, 'words:options.mentions').setMinValue(1).setMaxValue(MAX_MENTIONS),
          ),
      run: exportRule,
    },
    {
      key: 'words:subcommands.test',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'words:options.text').setRequired(true).setMaxLength(MAX_TEXT),
        ),
      run: testWords,
    },
  ],
});
