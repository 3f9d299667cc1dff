import type {
  CommandDeps,
  PictureReading,
  Renderer,
  ReplyFile,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** Reads a picture that a moderator points at. Throws a `UserError` that says why it cannot be read. */
export async function readPicture(
  { t }: Pick<Renderer, 't'>,
  url: string,
  { pictureReader }: Pick<CommandDeps, 'pictureReader'>,
): Promise<PictureReading> {
  const result = await pictureReader.read({ url }, { withVariants: true });
  if (result.kind === 'read') return result;
  throw new UserError(t(`pictures:reply.problem.${result.kind}`));
}

/** A picture behind a spoiler. */
export function pictureFile(name: string, data: Uint8Array, description: string): ReplyFile {
  return { name: `SPOILER_${name}.jpg`, data: Buffer.from(data), description };
}
