import type { MeasureOptions, Plan } from '../raid/one-server.ts';
import { runWithBot, waitUntil } from '../raid/run.ts';
import { badText } from '../raid/texts.ts';

/* Files that Discord shows as text, although they are not plain UTF-8. */

export interface FilesFigures {
  readonly files: number;
  readonly deleted: number;
  /** Number of files that stand, but moderators were told. */
  readonly alerted: number;
  /** Kinds of files that stand, and nobody was told. */
  readonly unnoticed: readonly string[];
}

interface File {
  readonly filename: string;
  readonly contentType: string;
  readonly data: Buffer;
}

const PLAIN = 'text/plain; charset=utf-8';
const textFile = (data: Buffer): File => ({
  filename: 'message.txt',
  contentType: PLAIN,
  data,
});

const FILES: Readonly<Record<string, (bad: string) => File>> = {
  'an invalid byte at the end': (bad) =>
    textFile(Buffer.concat([Buffer.from(bad), Buffer.from([0xff])])),
  'Latin-1': (bad) => textFile(Buffer.from(`« Là-bas » ${bad}`, 'latin1')),
  'a NUL': (bad) => textFile(Buffer.from(`${bad}\0`)),
  'UTF-16 with a mark': (bad) => textFile(Buffer.from(`\uFEFF${bad}`, 'utf16le')),
  'bad text after 64 KiB': (bad) => textFile(Buffer.from(`${'harmless\n'.repeat(7_500)}${bad}`)),
  'no extension': (bad) => ({
    filename: 'message',
    contentType: 'application/octet-stream',
    data: Buffer.from(bad),
  }),
  'an SVG': (bad) => ({
    filename: 'drawing.svg',
    contentType: 'image/svg+xml',
    data: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${bad}</text></svg>`),
  }),
};

/** Each file is uploaded by another member who is not new. */
export function measureFiles(
  options: MeasureOptions,
  { patienceMs }: Pick<Plan, 'patienceMs'>,
): Promise<FilesFigures> {
  const kinds = Object.entries(FILES);
  return runWithBot(
    options,
    (world) => {
      const server = world.addServer('Files', 1);
      const authors = world.addMembers(server, { count: kinds.length, isNew: false });
      return { server, authors };
    },
    async ({ world, prepared: { server, authors } }) => {
      const [channelId = ''] = server.chatIds;
      const uploads = kinds.map(([kind, build], index) => {
        const authorId = authors[index] ?? '';
        const files = [build(badText(index))];
        return { kind, authorId, id: world.post({ channelId, authorId, text: '', files }) };
      });
      type Uploaded = (typeof uploads)[number];
      const isDeleted = ({ id }: Uploaded): boolean => world.timesOf(id).deletedMs !== null;
      const isToldOf = ({ authorId }: Uploaded): boolean =>
        world.posts().some(({ text }) => text.includes(authorId));
      const isNoticed = (file: Uploaded): boolean => isDeleted(file) || isToldOf(file);
      await waitUntil(() => uploads.every(isNoticed), performance.now() + patienceMs);
      return {
        files: uploads.length,
        deleted: uploads.filter(isDeleted).length,
        alerted: uploads.filter((file) => !isDeleted(file) && isToldOf(file)).length,
        unnoticed: uploads.filter((file) => !isNoticed(file)).map(({ kind }) => kind),
      };
    },
  );
}
