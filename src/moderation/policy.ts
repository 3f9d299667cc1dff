import { z } from 'zod';
import { languages } from '../locales/languages.ts';
import { effectSchema, MAX_TIMEOUT_SECONDS, type Effect } from './effects.ts';

/** The rule for suggested actions without a rule. */
export const ANY_ACTION = '*';

/* Bounds of how long cases are kept, in days. */
export const MIN_CASE_DAYS = 30;
export const MAX_CASE_DAYS = 5 * 365;

/** `enforce` acts, `shadow` only records what it would have done, `off` checks nothing. */
export const modeSchema = z.enum(['enforce', 'shadow', 'off']);
export type Mode = z.infer<typeof modeSchema>;

/**
 * What happens to messages of webhooks or bots: nothing, an alert, or what the rule says about the message itself.
 * Nothing else follows, because there is no member to warn or punish.
 */
export const appModeSchema = z.enum(['off', 'alert', 'delete']);
export type AppMode = z.infer<typeof appModeSchema>;

/** What happens to members' names: nothing, an alert, or what a rule deletes is reset. */
export const nameModeSchema = z.enum(['off', 'alert', 'reset']);
export type NameMode = z.infer<typeof nameModeSchema>;

const ruleSchema = z
  .array(effectSchema)
  .max(8)
  .refine(
    (effects) => new Set(effects.map(targetOf)).size === effects.length,
    'a rule names each effect once',
  );

/** Two effects with the same target would repeat or undo each other. */
function targetOf(effect: Effect): string {
  return 'roleId' in effect ? effect.roleId : effect.kind;
}

/** The suggested action for harmless messages: the only word the interface shows. */
export const HARMLESS_ACTION = 'pass';

/**
 * Effects by suggested action, in lower case. The interface leaves the words open, so one without a rule must reach the
 * moderators and must not punish anybody: `*` can only be an alert. `pass` can be an alert or nothing, because everything
 * else would punish people for harmless messages.
 */
const rulesSchema = z
  .record(z.string().min(1).max(64).toLowerCase(), ruleSchema)
  .refine((rules) => {
    const fallback = rules[ANY_ACTION];
    return fallback === undefined || (fallback.length === 1 && fallback[0]?.kind === 'alert');
  }, 'the rule "*" applies to unknown suggested actions, so it can only be an alert')
  .refine(
    (rules) => rules[HARMLESS_ACTION]?.every(({ kind }) => kind === 'alert') ?? true,
    'the rule "pass" applies to harmless messages, so it can only be an alert',
  )
  // Without a rule for it, every message would be an alert.
  .transform((rules): Record<string, Effect[]> => ({ [HARMLESS_ACTION]: [], ...rules }));

const warned: Effect[] = [{ kind: 'notice' }, { kind: 'alert' }];
const removed: Effect[] = [{ kind: 'delete' }, ...warned];
const timedOut: Effect[] = [...removed, { kind: 'timeout' }];

const DEFAULT_RULES: Record<string, Effect[]> = {
  [HARMLESS_ACTION]: [],
  flag: [{ kind: 'alert' }],
  review: [{ kind: 'alert' }],
  warn: warned,
  delete: removed,
  remove: removed,
  block: removed,
  mute: timedOut,
  timeout: timedOut,
  kick: [...removed, { kind: 'kick' }],
  ban: [...removed, { kind: 'ban' }],
  [ANY_ACTION]: [{ kind: 'alert' }],
};

/** Repeated offences: the highest step whose number of strikes is reached adds its effect. */
const escalationSchema = z.object({
  enabled: z.boolean().default(false),
  /** Older cases no longer count as strikes. */
  windowDays: z.int().min(1).max(90).default(7),
  steps: z
    .array(
      z.object({
        strikes: z.int().min(2).max(100),
        effect: effectSchema.refine(
          ({ kind }) => kind === 'timeout' || kind === 'kick' || kind === 'ban',
          'a step times out, kicks or bans',
        ),
      }),
    )
    .max(10)
    .refine(
      (steps) => new Set(steps.map(({ strikes }) => strikes)).size === steps.length,
      'two steps cannot have the same number of strikes',
    )
    .default([
      { strikes: 3, effect: { kind: 'timeout', seconds: 60 * 60 } },
      { strikes: 5, effect: { kind: 'timeout', seconds: 24 * 60 * 60 } },
      { strikes: 8, effect: { kind: 'ban' } },
    ]),
});
const DEFAULT_ESCALATION = escalationSchema.parse({});

/** When similar cases become one incident, and what follows. */
const incidentsSchema = z.object({
  enabled: z.boolean().default(true),
  /** Cases this close together count. */
  windowSeconds: z.int().min(10).max(600).default(60),
  /** So many members with nearly the same text are an incident. */
  sameTextMembers: z.int().min(2).max(100).default(5),
  /** So many new members against whom something was done are one, too. */
  newMembers: z.int().min(2).max(100).default(10),
  /** It ends when no case has joined it for this long. */
  quietMinutes: z.int().min(1).max(120).default(10),
  /** New members are timed out as soon as a case of theirs joins an incident. */
  timeOutNewMembers: z.boolean().default(false),
});
const DEFAULT_INCIDENTS = incidentsSchema.parse({});
export type IncidentSettings = z.infer<typeof incidentsSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** A server's settings. Every field has a default, so a server needs to store only what it changed. */
export const policySchema = z.object({
  mode: modeSchema.default('enforce'),
  /** Null: the channel that `MODERATOR_CHANNEL` names. */
  moderatorChannelId: z.string().nullable().default(null),
  rules: rulesSchema.default(DEFAULT_RULES),
  exemptRoleIds: z.array(z.string()).default([]),
  /** A category or a forum exempts everything in it. */
  exemptChannelIds: z.array(z.string()).default([]),
  notice: z
    .object({
      enabled: z.boolean().default(true),
      /** `{channel}`, `{server}` and `{case}` are replaced. Null: the default text in the server's language. */
      text: z.string().min(1).max(1000).nullable().default(null),
    })
    .default({ enabled: true, text: null }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_SECONDS)
    .default(10 * 60),
  /** How long the text of a case is kept. */
  evidenceDays: z.int().min(1).max(90).default(30),
  /** How long a case is kept; null: as long as the operator chose. */
  caseDays: z.int().min(MIN_CASE_DAYS).max(MAX_CASE_DAYS).nullable().default(null),
  /** An IANA name such as Europe/Berlin, for times that moderators enter and read. */
  timeZone: z.string().refine(isTimeZone, 'unknown time zone').default('UTC'),
  /** The language of alerts and notices; null: the server's locale on Discord. */
  language: z.enum(languages).nullable().default(null),
  /** How alerts look, and whom they ping. */
  alerts: z
    .object({
      /** Whether a spoiler hides the texts of members. */
      spoiler: z.boolean().default(true),
      /** The role that the most severe alerts mention; null: none. */
      roleId: z.string().nullable().default(null),
    })
    .default({ spoiler: true, roleId: null }),
  /** Alerts about registered keywords. */
  keywords: z
    .object({
      /** Null: the moderator channel. */
      channelId: z.string().nullable().default(null),
      /** The role that an alert mentions; null: none. */
      roleId: z.string().nullable().default(null),
    })
    .default({ channelId: null, roleId: null }),
  /** Whether voice messages, and audio and video files, are transcribed and checked. */
  voice: z.boolean().default(false),
  escalation: escalationSchema.default(DEFAULT_ESCALATION),
  incidents: incidentsSchema.default(DEFAULT_INCIDENTS),
  /** Since when a report is posted every week (milliseconds since the Unix epoch); null: none is. */
  weeklyReportSince: z.number().nullable().default(null),
  /** Messages that no member wrote. The bot's own messages are never checked. */
  apps: z
    .object({ webhooks: appModeSchema.default('delete'), bots: appModeSchema.default('off') })
    .default({ webhooks: 'delete', bots: 'off' }),
  /** Nicknames and account names of members. */
  names: nameModeSchema.default('alert'),
});
export type Policy = z.infer<typeof policySchema>;

export const defaultPolicy: Policy = policySchema.parse({});
