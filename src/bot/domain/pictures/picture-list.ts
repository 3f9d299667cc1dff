import { z } from 'zod';
import { pictureHashSchema } from './picture-hash.ts';

/** Hashes only: from them nobody can draw the pictures again. */
const listSchema = z.object({
  portcullisPictures: z.literal(1),
  pictures: z.array(z.object({ hashes: z.array(pictureHashSchema).min(1).max(200) })).max(5_000),
});

/** A list of pictures as a file for other servers. The first hash of each is its name. */
export function writePictureList(pictures: readonly (readonly string[])[]): Buffer {
  const list: z.infer<typeof listSchema> = {
    portcullisPictures: 1,
    pictures: pictures.map((hashes) => ({ hashes: [...hashes] })),
  };
  return Buffer.from(JSON.stringify(list));
}

/** Null: the file is no such list. */
export function readPictureList(bytes: Uint8Array): readonly (readonly string[])[] | null {
  try {
    const { data } = listSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return data === undefined ? null : data.pictures.map(({ hashes }) => hashes);
  } catch {
    return null;
  }
}
