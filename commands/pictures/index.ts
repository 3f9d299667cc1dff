import { PermissionFlagsBits } from 'discord.js';
import {
  alikeText,
  type CommandDeps,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';
import { askToBlockFile } from './block.ts';
import { exportPictures, importPictures } from './exchange.ts';
import { listPictures, originOf, removePicture, suggestPictures } from './list.ts';
import { readPicture } from './read-pictures.ts';

export const picturesCommand = commandOf({
  key: 'pictures',
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    {
      key: 'pictures:subcommands.add',
      options: (sub) =>
        sub.addAttachmentOption((option) =>
          describe(option, 'pictures:options.file').setRequired(true),
        ),
      run: (call, deps) => askToBlockFile(call, fileOf(call), deps),
    },
    { key: 'pictures:subcommands.list', run: listPictures },
    {
      key: 'pictures:subcommands.remove',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'pictures:options.picture').setRequired(true).setAutocomplete(true),
        ),
      run: removePicture,
      suggest: suggestPictures,
    },
    {
      key: 'pictures:subcommands.import',
      options: (sub) =>
        sub.addAttachmentOption((option) =>
          describe(option, 'pictures:options.list').setRequired(true),
        ),
      run: importPictures,
    },
    { key: 'pictures:subcommands.export', run: exportPictures },
    {
      key: 'pictures:subcommands.test',
      options: (sub) =>
        sub.addAttachmentOption((option) =>
          describe(option, 'pictures:options.file').setRequired(true),
        ),
      run: testPicture,
    },
  ],
});

function fileOf({ interaction }: SlashCall): string {
  return interaction.options.getAttachment('file', true).url;
}

/** Says whether a picture would be recognised. */
async function testPicture(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t } = call;
  const { hashes, isFlat } = await readPicture(call, fileOf(call), deps);
  const match = await deps.knownPictures.find(guild.id, hashes);
  const known = (await deps.knownPictures.list(guild.id)).find(({ hash }) => hash === match?.hash);
  if (match === null || known === undefined) {
    return { content: t(isFlat ? 'pictures:reply.problem.flat' : 'pictures:reply.test.none') };
  }
  const { bits, hash, source } = match;
  return {
    content: [
      t(`pictures:reply.test.${source}`),
      `-# \`${hash}\` · ${originOf(call, known)} · ${alikeText(t, bits)}`,
    ].join('\n'),
  };
}
