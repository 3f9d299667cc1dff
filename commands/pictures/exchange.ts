import {
  type CommandDeps,
  defuse,
  readPictureList,
  type Reply,
  type SlashCall,
  writePictureList,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';

/** A list of a thousand pictures with a hundred hashes each has two megabytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Only the server's own pictures: who imports the list knows whom they trust. */
export async function exportPictures({ guild, t }: SlashCall, deps: CommandDeps): Promise<Reply> {
  const all = await deps.knownPictures.list(guild.id);
  const own = all.filter(({ source }) => source === 'own');
  if (own.length === 0) return { content: t('pictures:reply.list.none') };
  const list = own.map(({ hash, hashes }) => [...new Set([hash, ...hashes])]);
  return {
    content: t('pictures:reply.exported', { count: own.length }),
    files: [{ name: 'pictures.json', data: writePictureList(list) }],
  };
}

/** Pictures that another server blocked only alert. */
export async function importPictures(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, interaction, t, mention } = call;
  checkMayConfigure(call);
  const { url } = interaction.options.getAttachment('list', true);
  const download = await deps.downloads.beginning(url, MAX_BYTES);
  if (download.kind !== 'bytes') throw new UserError(t('pictures:reply.problem.gone'));
  const pictures = download.isCut ? null : readPictureList(download.bytes);
  if (pictures === null) {
    const command = mention('pictures export');
    throw new UserError(t('pictures:reply.problem.noList', { command }));
  }
  const result = await deps.knownPictures.add(guild.id, {
    source: 'imported',
    pictures: pictures.map((hashes) => ({ hash: hashes[0] ?? '', hashes, preview: null })),
    by,
    at: deps.clock.now(),
  });
  const { added } = result;
  if (added > 0) {
    const user = defuse(by.name, 100);
    deps.announce(guild.id, (server) =>
      server('pictures:announced.imported', { user, count: added }),
    );
  }
  return { content: t('pictures:reply.imported', { ...result }) };
}
