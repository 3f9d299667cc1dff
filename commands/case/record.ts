import {
  type Case,
  caseEmbed,
  type CommandDeps,
  createCanSee,
  historyBefore,
  type PictureEvidence,
  type Reply,
  type ReplyFile,
  technicalFile,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { pictureFile } from '../pictures/read-pictures.ts';
import type { MemberCall } from './moderator-action.ts';

/** Number of the author's other cases shown. */
const OTHERS = 5;

/** The whole record of a case, and the raw result in a file. */
export async function caseRecord(
  call: MemberCall,
  record: Case,
  { policies, cases, knownPictures }: Pick<CommandDeps, 'policies' | 'cases' | 'knownPictures'>,
): Promise<Required<Pick<Reply, 'embeds' | 'files'>>> {
  const { guildId, number, author } = record;
  const canSee = createCanSee(call);
  const [policy, text, quotes, sealed, history, latest] = await Promise.all([
    policies.get(guildId),
    cases.evidence(guildId, number),
    cases.quotes(guildId, number),
    cases.sealedPictures(guildId, number),
    historyBefore(cases, record),
    author.id === '' ? [] : cases.list(guildId, { authorId: author.id, limit: OTHERS + 1 }),
  ]);
  const otherCases: Case[] = [];
  for (const other of latest) {
    const isOther = other.number !== number && otherCases.length < OTHERS;
    if (isOther && (await canSee(other))) otherCases.push(other);
  }
  const { judgement } = record;
  return {
    embeds: [caseEmbed(call, { record, policy, text, quotes, history, otherCases })],
    files: [
      ...(judgement.kind === 'verdict' ? [technicalFile(judgement.verdict, quotes)] : []),
      ...pictureFiles(call.t, sealed === null ? null : knownPictures.unseal(guildId, sealed)),
    ],
  };
}

/** The posted picture, and the known one that it looks like. */
function pictureFiles(t: Translate, evidence: PictureEvidence | null): ReplyFile[] {
  if (evidence === null) return [];
  const { posted, known } = evidence;
  const decoded = (picture: string): Buffer => Buffer.from(picture, 'base64');
  return [
    pictureFile('posted', decoded(posted), t('pictures:alt.posted')),
    ...(known === null ? [] : [pictureFile('blocked', decoded(known), t('pictures:alt.blocked'))]),
  ];
}
