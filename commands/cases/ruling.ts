import type { GuildMember } from 'discord.js';
import {
  authorityOver,
  authorityToModerate,
  type Act,
} from '../../src/discord/interactions/authority.ts';
import type { Call, Reply } from '../../src/discord/interactions/command.ts';
import { rulingLines } from '../../src/discord/interactions/ruling-lines.ts';
import { rulings as rulingTexts } from '../../src/discord/texts-rulings.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { Case, RulingKind } from '../../src/moderation/case.ts';
import type { Reversal } from '../../src/moderation/effects.ts';
import type { RulingAnswer } from '../../src/moderation/ruling-ports.ts';
import { standingOf, type Hindrance } from '../../src/moderation/rulings.ts';
import type { CommandDeps } from '../deps.ts';
import { answers, noSuchCase } from '../texts/case.ts';

/** The message a ruling is about, and who wrote it. */
export interface Subject {
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  /** What an undoing would take back. */
  readonly reversals: readonly Reversal[];
}

export interface Order {
  readonly record: Case;
  readonly kind: RulingKind;
  readonly reason: string | null;
}

export type MemberCall = Call<{ readonly member: GuildMember }>;

export function subjectOf(record: Case): Subject {
  const { channelId, messageId, author } = record;
  return { channelId, messageId, authorId: author.id, reversals: standingOf(record).reversals };
}

/** Rules on a case for whoever asks. Throws a `UserError` where they may not do by hand what it would do. */
export async function ruleOn(
  call: MemberCall,
  { record, kind, reason }: Order,
  deps: Pick<CommandDeps, 'rulings'>,
): Promise<Reply> {
  const subject = subjectOf(record);
  await checkAuthority(call, kind, subject);
  const { guildId, number } = record;
  const mayReverse = subject.reversals;
  const order = { guildId, number, kind, by: call.by, reason, mayReverse };
  const answer = await deps.rulings.rule(order);
  return { content: answerText(answer, number) };
}

/** Whoever may do something may take it back. What asks nothing of Discord is for all who moderate. */
export async function checkAuthority(
  { guild, interaction }: Pick<MemberCall, 'guild' | 'interaction'>,
  kind: RulingKind,
  { authorId, channelId, messageId, reversals }: Subject,
): Promise<void> {
  const by = interaction.member;
  const general = authorityToModerate(guild, by);
  const acts = actsOf(kind, reversals);
  if (acts.length === 0 && general.kind === 'may not') throw new UserError(general.reason);
  for (const act of acts) {
    const target = { guild, by, targetId: authorId, channelId, messageId };
    const authority = await authorityOver({ ...target, ...act });
    if (authority.kind === 'may not') throw new UserError(authority.reason);
  }
}

function actsOf(kind: RulingKind, reversals: readonly Reversal[]): { act: Act; roleId?: string }[] {
  switch (kind) {
    case 'undo':
    case 'pardon':
      return reversals.map(actOf);
    case 'delete':
    case 'timeout':
    case 'ban':
      return [{ act: kind }];
    case 'unpardon':
    case 'done':
      return [];
  }
}

function actOf(reversal: Reversal): { act: Act; roleId?: string } {
  switch (reversal.kind) {
    case 'liftTimeout':
      return { act: 'timeout' };
    case 'unban':
      return { act: 'ban' };
    case 'takeRole':
    case 'giveRole':
      return { act: 'roles', roleId: reversal.roleId };
  }
}

function answerText(answer: RulingAnswer, number: number): string {
  switch (answer.kind) {
    case 'ended': {
      const ruling = answer.record.rulings.at(-1);
      if (ruling === undefined) return '';
      const lines = rulingLines(answer.record, ruling);
      if (ruling.kind === 'pardon') lines.push(answers.canTakeBack(number));
      return lines.join('\n');
    }
    case 'goes on':
      return answers.goesOn;
    case 'hindered':
      return hindranceText(answer.hindrance);
    case 'unknown case':
      return noSuchCase(`#${number}`);
  }
}

function hindranceText(hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case 'busy':
      return answers.busy(hindrance.ruling.by.id);
    case 'not carried out':
      return answers.notCarriedOut;
    case 'already': {
      const { ruling } = hindrance;
      return ruling === null ? answers.alreadyDone : answers.alreadyBy(ruling.by.id, ruling.at);
    }
    case 'nothing to undo': {
      const { lasting } = hindrance;
      if (lasting.length === 0) return answers.nothingToUndo;
      const words = lasting.map((one) => rulingTexts.lasting[one]).join('; ');
      return `${answers.nothingToUndo} ${rulingTexts.cannot} ${words}.`;
    }
    case 'not judged':
      return answers.notJudged;
    case 'not pardoned':
      return answers.notPardoned;
    case 'changed':
      return answers.changed;
  }
}
