import { factsOf, isExclusion } from './actions/action-facts.ts';
import { z } from 'zod';
import { messageSchema } from '../locales/message.ts';
import {
  actionSchema,
  effectSchema,
  outcomeSchema,
  reversalSchema,
  type Outcome,
} from './effects.ts';
import { manualActionSchema, type ManualAction } from './manual/manual-action.ts';
import { moderatorSchema } from './moderator.ts';
import { pictureMatchSchema, type PictureMatch } from './pictures/known-pictures.ts';
import { modeSchema } from './policy/policy.ts';
import { decidingRuleSchema } from './policy/rules.ts';
import { SUBJECTS, type Author } from './snapshot.ts';
import { verdictSchema, type VerdictQuotes } from './verdict.ts';

/** The basis of a decision: a verdict, or the fact that the service could not judge the text. */
export const judgementSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verdict'), verdict: verdictSchema }),
  z.object({ kind: z.literal('unchecked'), reason: messageSchema }),
  /** The author posted the same in many channels at once. `channels`: so far. */
  z.object({
    kind: z.literal('copies'),
    copied: z.enum(['pictures', 'text', 'link']),
    channels: z.int().min(2),
    /** See `Posting`. */
    pictures: z.array(z.string()),
  }),
  /** A picture of the message looks like one that the server blocked or imported. */
  z.object({ kind: z.literal('picture'), match: pictureMatchSchema }),
  /** A moderator acted on a message without a verdict, such as one from a keyword alert. */
  z.object({ kind: z.literal('moderator'), occasion: messageSchema }),
  /** A moderator decided by a command, whatever the member wrote. */
  z.object({ kind: z.literal('manual'), action: manualActionSchema }),
]);
export type Judgement = z.infer<typeof judgementSchema>;
/** The service's answer about a text. */
export type ServiceJudgement = Extract<Judgement, { kind: 'verdict' | 'unchecked' }>;

/** A moderator's actions about a case, by its alert's buttons or by a command. */
export const moderatorActionKindSchema = z.enum([
  'undo',
  /** An appeal was accepted: everything is undone where possible, and the case no longer counts against the author. */
  'withdraw',
  /** A false positive: everything is undone where possible, and the same text is allowed from now on. */
  'allow',
  'disallow',
  'delete',
  'timeout',
  'ban',
  'done',
  /** The bot ends a temporary ban. */
  'expire',
]);
export type ModeratorActionKind = z.infer<typeof moderatorActionKindSchema>;

/** One thing done on Discord for a moderator. */
export const discordActionSchema = z.union([actionSchema, reversalSchema]);
export type DiscordAction = z.infer<typeof discordActionSchema>;

/** Stored before its first step, so that two clicks act once and a killed process can resume. */
export const moderatorActionSchema = z.object({
  kind: moderatorActionKindSchema,
  by: moderatorSchema,
  /** Milliseconds since the Unix epoch. */
  at: z.number(),
  reason: z.string().nullable(),
  /** In the order they run; an outcome is null until Discord has answered. */
  steps: z.array(z.object({ action: discordActionSchema, outcome: outcomeSchema.nullable() })),
  /** The incident, if the action was about its cases together; absent: it was about this case only. */
  incident: z.int().optional(),
  /** Null until every step is done and the alert shows the result. */
  endedAt: z.number().nullable(),
});
export type ModeratorAction = z.infer<typeof moderatorActionSchema>;

export const noteSchema = z.object({ by: moderatorSchema, at: z.number(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;

/** The effects of a rule, or a moderator's order, which can also end a ban or a timeout. */
const stepEffectSchema = z.union([effectSchema, reversalSchema]);
export type StepEffect = z.infer<typeof stepEffectSchema>;

/** The escalation step that the author's strikes reached. */
export const escalationSchema = z.object({
  /** The author's strikes within the window, this one included. */
  strikes: z.int().min(1),
  windowDays: z.int().min(1),
  /** The effect that the step adds. */
  effect: effectSchema,
});
export type Escalation = z.infer<typeof escalationSchema>;

/** The subject of a case: a text; for moderators' commands, a member or the messages of a channel. */
export const CASE_SUBJECTS = [...SUBJECTS, 'member', 'channel'] as const;

/** The address of a Discord message. */
export const messageRefSchema = z.object({ channelId: z.string(), messageId: z.string() });
export type MessageRef = z.infer<typeof messageRefSchema>;

/**
 * One decision and what Discord answered, numbered per server. Stored before the first effect and after each one, so
 * that a killed process can resume.
 */
export const caseSchema = z.object({
  guildId: z.string(),
  /** Counts from 1 in each server. */
  number: z.int().min(1),
  subject: z.enum(CASE_SUBJECTS),
  /** See `Snapshot`. What moderators do by a command has the command's id: see `manualDraft`. */
  messageId: z.string(),
  /** The ids of the author's earlier messages whose texts begin this text. All of them are deleted together. */
  earlierMessageIds: z.array(z.string()),
  channelId: z.string(),
  /**
   * The forum, if this is the first message of a post: the post's own channel is deleted with the message. Null: it is not.
   */
  forumId: z.string().nullable(),
  /** See `Snapshot`. */
  previousMessageId: z.string().nullable(),
  /** See `Snapshot`. Absent: unknown, because a moderator opened the case. */
  announcedThreadId: z.string().nullable().optional(),
  author: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['person', 'bot', 'webhook', 'unknown']),
    /** The member who used the app that wrote the message, by id; null: nobody did. */
    usedBy: z.string().nullable(),
    /** When they joined the server; null: unknown. */
    joinedAt: z.number().nullable(),
  }),
  /** The text is what a voice message or another recording in the message says. */
  isTranscript: z.boolean().optional(),
  /** The message had pictures, which moderators can block. */
  hasPictures: z.boolean().optional(),
  /** The text came with an edit. */
  edited: z.boolean(),
  /** See `fingerprintOf`. */
  fingerprint: z.string(),
  mode: modeSchema.exclude(['off']),
  judgement: judgementSchema,
  rule: decidingRuleSchema,
  withheld: z
    .object({ rank: z.enum(['moderator', 'owner']), effects: z.array(effectSchema) })
    .nullable(),
  escalation: escalationSchema.nullable(),
  /** In the order they run; an outcome is null until Discord has answered. */
  steps: z.array(z.object({ effect: stepEffectSchema, outcome: outcomeSchema.nullable() })),
  /** The alert, once posted. */
  alert: messageRefSchema.nullable(),
  /** The words of the text that the server blocks. For moderators only: the author is not told how to avoid them. */
  blockedWords: z.array(z.string()),
  /** The keywords that the service found in the message. */
  keywords: z.array(z.string()),
  /** Keyword alerts about the same message whose buttons a moderator has used. */
  keywordAlerts: z.array(messageRefSchema),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  /** Null until every step has an outcome. */
  closedAt: z.number().nullable(),
  /** The number of the incident that the case belongs to; null: none. */
  incident: z.int().min(1).nullable(),
  /** The first case of the incident with nearly the same text; null: it is this one. */
  similarTo: z.int().min(1).nullable(),
  /** Oldest first. */
  moderatorActions: z.array(moderatorActionSchema),
  notes: z.array(noteSchema),
  /** The last moderator who took the alert from the queue. Kept with the oldest case of the alert. */
  claim: z.object({ by: moderatorSchema, at: z.number() }).optional(),
  /** Changes of the moderator's reason, oldest first, with the reason before each. Absent: none. */
  reasonChanges: z
    .array(z.object({ by: moderatorSchema, at: z.number(), before: z.string().nullable() }))
    .optional(),
});
export type Case = z.infer<typeof caseSchema>;

/** Discord's own messages and the bot's are not judged, so they have no kind here. */
export function caseAuthorOf({ id, name, kind, usedBy, joinedAt }: Author): Case['author'] {
  const known = kind === 'self' || kind === 'system' ? 'person' : kind;
  return { id, name, kind: known, usedBy, joinedAt };
}

/** Separates what may quote the text, so that it can be stored with the text. */
export function withoutQuotes(draft: CaseDraft): {
  draft: CaseDraft;
  quotes: VerdictQuotes | null;
} {
  const { judgement } = draft;
  if (judgement.kind !== 'verdict') return { draft, quotes: null };
  const { verdict } = judgement;
  return {
    draft: { ...draft, judgement: { kind: 'verdict', verdict: { ...verdict, quotes: null } } },
    quotes: verdict.quotes,
  };
}

/** The known picture that a picture of the message looks like; null: the case is about something else. */
export function pictureMatchOf({ judgement }: Pick<Case, 'judgement'>): PictureMatch | null {
  return judgement.kind === 'picture' ? judgement.match : null;
}

/** The command of the moderator who opened the case; null: the case is about a text. */
export function manualActionOf({ judgement }: Pick<Case, 'judgement'>): ManualAction | null {
  return judgement.kind === 'manual' ? judgement.action : null;
}

/** Whether the case is about an account that may be hacked. */
export function isAboutCopies({ judgement }: Pick<Case, 'judgement'>): boolean {
  return judgement.kind === 'copies';
}

/** A case before it has a number. */
export type CaseDraft = Omit<Case, 'number'>;

/** Used as the number of a case that cannot be stored. */
export const UNSTORED = 0;

/** The case with the outcome of one step. The last outcome closes it. */
export function withOutcome(
  record: Case,
  result: { index: number; outcome: Outcome; alert: Case['alert']; at: number },
): Case {
  const steps = record.steps.map((step, index) =>
    index === result.index ? { ...step, outcome: result.outcome } : step,
  );
  const closed = steps.every(({ outcome }) => outcome !== null);
  return { ...record, steps, alert: result.alert, closedAt: closed ? result.at : null };
}

/** The next step that acts on Discord; null: only the alert is left, or nothing. */
export function openActionOf({ steps }: Pick<Case, 'steps'>): OpenAction | null {
  for (const [index, { effect, outcome }] of steps.entries()) {
    if (outcome === null && effect.kind !== 'alert') return { index, action: effect };
  }
  return null;
}

export interface OpenAction {
  /** The step's index. */
  readonly index: number;
  readonly action: DiscordAction;
}

/** How urgent the actions of a case are: 0 is the most urgent. */
export function urgencyOf({ steps }: Pick<Case, 'steps'>): number {
  if (steps.some(({ effect }) => factsOf(effect)?.removesMember)) return 0;
  return steps.some(({ effect }) => isExclusion(effect)) ? 1 : 2;
}

export const URGENCY_LEVELS = 3;

/** Whether the case's alert has no outcome yet. */
export function hasOpenAlert({ steps }: Case): boolean {
  return steps.some(({ effect, outcome }) => effect.kind === 'alert' && outcome === null);
}
