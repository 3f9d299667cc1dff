import { ButtonStyle, type GuildMember } from 'discord.js';
import {
  type Call,
  type CommandDeps,
  type ComponentCall,
  defuse,
  type PictureReading,
  type QuestionChoice,
  type Reply,
  type Snapshot,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkEffects } from '../moderation/may.ts';
import { pictureFile, readPicture } from './read-pictures.ts';

export type PicturesCall = Call<{ readonly member: GuildMember }>;

/** A question has four choices at most, and one of them is for all pictures. */
const MAX_CHOICES = 3;

/** Asks which pictures of a message to block. Then the message itself is checked again, like any other with them. */
export async function askToBlock(
  call: PicturesCall,
  message: Snapshot | null,
  deps: CommandDeps,
): Promise<Reply> {
  const { t, mention } = call;
  checkMayBlock(call);
  if (message === null) {
    const command = mention('pictures add');
    throw new UserError(t('pictures:reply.problem.noMessage', { command }));
  }
  if (message.pictures.length === 0) throw new UserError(t('pictures:reply.problem.noPicture'));
  const results = await Promise.allSettled(
    message.pictures.map(({ url }) => readPicture(call, url, deps)),
  );
  const readings = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  if (readings.length === 0) {
    const [failed] = results;
    throw failed?.status === 'rejected'
      ? failed.reason
      : new UserError(t('pictures:reply.problem.gone'));
  }
  const usable = readings.filter(({ isFlat }) => !isFlat);
  if (usable.length === 0) throw new UserError(t('pictures:reply.problem.flat'));
  return ask(call, { readings: usable, after: () => deps.recheckPictures(message) }, deps);
}

/** Blocks an uploaded picture. */
export async function askToBlockFile(
  call: PicturesCall,
  url: string,
  deps: CommandDeps,
): Promise<Reply> {
  checkMayBlock(call);
  const reading = await readPicture(call, url, deps);
  if (reading.isFlat) throw new UserError(call.t('pictures:reply.problem.flat'));
  return ask(call, { readings: [reading], after: () => {} }, deps);
}

/** Blocking a picture deletes messages, so it needs the permission to delete them by hand. */
function checkMayBlock(call: PicturesCall): void {
  checkEffects(call, [{ kind: 'delete' }]);
}

function ask(
  call: PicturesCall,
  { readings, after }: { readonly readings: readonly PictureReading[]; readonly after: () => void },
  deps: CommandDeps,
): Reply {
  const { t } = call;
  const choiceOf = (label: string, chosen: readonly PictureReading[]): QuestionChoice => ({
    label,
    style: ButtonStyle.Danger,
    async run(confirmed) {
      const reply = await block(confirmed, chosen, deps);
      after();
      return reply;
    },
  });
  const all = choiceOf(t('pictures:reply.block.button', { count: readings.length }), readings);
  const single =
    readings.length === 1
      ? []
      : readings
          .slice(0, MAX_CHOICES)
          .map((reading, index) =>
            choiceOf(t('pictures:reply.block.one', { number: index + 1 }), [reading]),
          );
  const question = deps.questions.ask(call, {
    content: t('pictures:reply.block.question', { count: readings.length }),
    choices: [...single, all],
  });
  const files = readings.map(({ preview }, index) =>
    pictureFile(`picture-${index + 1}`, preview, t('pictures:alt.posted')),
  );
  return { ...question, files };
}

async function block(
  call: ComponentCall,
  readings: readonly PictureReading[],
  { knownPictures, announce, clock }: CommandDeps,
): Promise<Reply> {
  const { guild, by, t, mention } = call;
  checkMayBlock(call);
  const { added, leftOut } = await knownPictures.add(guild.id, {
    source: 'own',
    pictures: readings.map(({ hashes, variants, preview }) => ({
      hash: hashes[0] ?? '',
      hashes: variants,
      preview,
    })),
    by,
    at: clock.now(),
  });
  const command = mention('pictures remove');
  if (leftOut > 0) throw new UserError(t('pictures:reply.problem.full', { command }));
  if (added === 0) return { content: t('pictures:reply.block.before', { command }) };
  const user = defuse(by.name, 100);
  announce(guild.id, (server) => server('pictures:announced.blocked', { user, count: added }));
  return { content: t('pictures:reply.block.done', { count: added, command }) };
}
