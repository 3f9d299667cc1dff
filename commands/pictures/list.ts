import {
  type AutocompleteCall,
  type Call,
  type Choice,
  type CommandDeps,
  type Component,
  defuse,
  type KnownPicture,
  MAX_PICTURES,
  type Renderer,
  type Reply,
  type SlashCall,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';
import { pagedReply } from '../shared/page-row.ts';
import { pictureFile } from './read-pictures.ts';

const PAGE_SIZE = 10;
const COMPONENT_ID = 'pictures';

export function listPictures(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return page(call, 0, deps);
}

export const picturePages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  run(call, [wanted = ''], deps) {
    checkMayModerate(call);
    return page(call, Number(wanted), deps);
  },
};

/** A page with the pictures themselves, in the order of its lines. */
async function page(
  call: Renderer & { readonly guild: { readonly id: string } },
  wanted: number,
  { knownPictures }: CommandDeps,
): Promise<Reply> {
  const { t, guild } = call;
  const all = await knownPictures.list(guild.id);
  if (all.length === 0) return { content: t('pictures:reply.list.none') };
  const reply = pagedReply({
    title: t('pictures:reply.list.title'),
    footer: (number, pages, count) =>
      t('pictures:reply.list.footer', { page: number, pages, count, max: MAX_PICTURES }),
    back: t('common:back'),
    forward: t('common:next'),
    all,
    size: PAGE_SIZE,
    wanted,
    line: (picture) => `\`${picture.hash}\` · ${originOf(call, picture)}`,
    customId: (to) => `${COMPONENT_ID}:${to}`,
  });
  const last = Math.ceil(all.length / PAGE_SIZE) - 1;
  const first = Math.min(Math.max(0, Math.floor(wanted) || 0), last) * PAGE_SIZE;
  const files = await Promise.all(
    all.slice(first, first + PAGE_SIZE).map(async ({ hash }) => {
      const preview = await knownPictures.preview(guild.id, hash);
      return preview === null ? [] : [pictureFile(hash, preview, hash)];
    }),
  );
  return { ...reply, files: files.flat() };
}

export function originOf({ t }: Pick<Renderer, 't'>, { source, by, at }: KnownPicture): string {
  return t(`pictures:origin.${source}`, { user: `<@${by.id}>`, time: timestamp(at, 'd') });
}

export async function removePicture(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, t, mention } = call;
  const hash = interaction.options.getString('picture', true).trim().toLowerCase();
  if (!(await takeOff(call, hash, deps))) {
    throw new UserError(t('pictures:reply.problem.unknown', { command: mention('pictures list') }));
  }
  return { content: t('pictures:reply.removed') };
}

/** Takes a picture off its list and tells the moderators. False: it is on none. */
export async function takeOff(
  { guild, by }: Pick<Call<unknown>, 'guild' | 'by'>,
  hash: string,
  { knownPictures, announce }: Pick<CommandDeps, 'knownPictures' | 'announce'>,
): Promise<boolean> {
  const isRemoved = await knownPictures.remove(guild.id, hash);
  const user = defuse(by.name, 100);
  if (isRemoved) {
    announce(guild.id, (server) => server('pictures:announced.removed', { user, hash }));
  }
  return isRemoved;
}

export async function suggestPictures(
  { interaction, guild, t }: AutocompleteCall,
  { knownPictures }: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().toLowerCase();
  return (await knownPictures.list(guild.id))
    .map(({ hash, source, by, at }) => {
      const date = new Date(at).toISOString().slice(0, 10);
      return {
        name: `${date} · ${by.name} · ${t(`pictures:sources.${source}`)} · ${hash}`,
        value: hash,
      };
    })
    .filter(({ name }) => name.toLowerCase().includes(typed));
}
