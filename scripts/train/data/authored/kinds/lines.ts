import { readLines } from '../read-lines.ts';
import { KINDS_OF_CHAT } from './chat.ts';
import type { Kind } from './kind.ts';

/** Lines are written out, so most texts of a line say the same and differ only in chat style. */
const TEXTS_PER_LINE = 5;
/** Lines with their own wording teach more than texts from a template. */
const LINE_WEIGHT = 0.8;
/** Cases that a moderator decides at a glance. The models must be certain of them, so they come in many variants. */
const CLEAR = { texts: 60, weight: 2.5 };

/** Files of lines written one by one, each in its own words. `like`: the kind whose labels they have. */
const FILES: readonly { file: string; like: string }[] = [
  { file: 'threat', like: 'chat threat' },
  { file: 'self-harm', like: 'chat selfHarm' },
  { file: 'group-attack', like: 'chat groupAttack' },
  { file: 'targeted-slur', like: 'chat targetedSlur' },
  { file: 'sexual-harassment', like: 'chat sexualHarassment' },
  { file: 'doxxing', like: 'chat doxxing' },
  { file: 'extremism', like: 'chat extremism' },
  { file: 'scam', like: 'chat scam' },
  { file: 'insult', like: 'chat insult' },
  { file: 'harmless-vulgar', like: 'chat vulgarity' },
  { file: 'harmless-violence', like: 'chat play' },
  { file: 'harmless-reports', like: 'chat reported' },
  { file: 'harmless-groups', like: 'chat community' },
  { file: 'harmless-trade', like: 'chat community' },
  { file: 'harmless-personal', like: 'chat community' },
  { file: 'harmless-chat', like: 'chat play' },
  { file: 'harmless-technical', like: 'chat community' },
  { file: 'harmless-knowledge', like: 'chat community' },
];

/**
 * Three kinds of lines: ordinary ones; those in `hard/`, most of which an earlier engine got wrong; and those in `clear/`, which
 * a moderator decides at a glance. Thresholds are for ordinary chat, so only the first kind is held out.
 */
function kindsOfLines({ file, like }: { file: string; like: string }): Kind[] {
  const kind = KINDS_OF_CHAT.find(({ name }) => name === like);
  if (kind === undefined) throw new RangeError(`no kind ${like}`);
  const lines = { ...kind, style: 'chat', texts: TEXTS_PER_LINE, weight: LINE_WEIGHT } as const;
  return [
    { ...lines, name: `chat lines ${file}`, templates: readLines(file), holdout: 'families' },
    {
      ...lines,
      name: `chat lines hard ${file}`,
      templates: readLines(`hard/${file}`),
      holdout: 'nothing',
    },
    {
      ...lines,
      ...CLEAR,
      name: `chat lines clear ${file}`,
      templates: readLines(`clear/${file}`),
      holdout: 'nothing',
    },
  ];
}

export const KINDS_OF_LINES: readonly Kind[] = FILES.flatMap(kindsOfLines);
