import { z } from 'zod';
import { languages } from '../../locales/languages.ts';
import { effectSchema } from '../effects.ts';
import { isExclusion } from '../actions/action-facts.ts';
import { MAX_TIMEOUT_SECONDS } from '../actions/kinds/timeout.ts';
import { presetNameSchema } from './preset-names.ts';
import { rulesSchema } from './rules.ts';

/* Bounds of how long cases are kept, in days. */
export const MIN_CASE_DAYS = 30;
export const MAX_CASE_DAYS = 5 * 365;

/** `enforce` acts, `watch` only records what it would have done, `off` checks nothing. */
export const modeSchema = z.enum(['enforce', 'watch', 'off']);

/**
 * The reaction to messages of webhooks or bots: none, an alert, or the rule's effects on the message itself. There are no
 * other effects, because there is no member to warn or punish.
 */
export const appModeSchema = z.enum(['off', 'alert', 'delete']);
export type AppMode = z.infer<typeof appModeSchema>;

/** The reaction to a member's offending name: none, an alert, or a reset if the rule would delete a message. */
export const nameModeSchema = z.enum(['off', 'alert', 'reset']);
export type NameMode = z.infer<typeof nameModeSchema>;

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
          (effect) => isExclusion(effect),
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
  /** Only cases this close together count. */
  windowSeconds: z.int().min(10).max(600).default(60),
  /** An incident begins with this many members with nearly the same text, */
  sameTextMembers: z.int().min(2).max(100).default(5),
  /** or with this many new members against whom something was done. */
  newMembers: z.int().min(2).max(100).default(10),
  /** It ends when no case has joined it for this long. */
  quietMinutes: z.int().min(1).max(120).default(10),
  /** New members are timed out as soon as a case of theirs joins an incident. */
  timeOutNewMembers: z.boolean().default(false),
  /** What happens to an account that posts the same in many channels at once, besides the deletion of its messages. */
  hackedAccounts: z.enum(['off', 'alert', 'timeout', 'softban']).default('timeout'),
  /** In how many channels. */
  hackedChannels: z.int().min(3).max(10).default(3),
});
const DEFAULT_INCIDENTS = incidentsSchema.parse({});
export type IncidentSettings = z.infer<typeof incidentsSchema>;

/** Discord allows apps to keep the texts of messages for 30 days at most. */
export const MAX_LOG_DAYS = 30;

/** Deleted and edited messages, shown to the moderators. */
const messageLogSchema = z.object({
  /** Null: off. */
  channelId: z.string().nullable().default(null),
  /** How long the text of a message is kept, in case it is deleted or edited. */
  days: z.int().min(1).max(MAX_LOG_DAYS).default(7),
  /* A category or a forum stands for everything in it. Of a channel and its parents, the nearest that is named decides. */
  excludedChannelIds: z.array(z.string()).default([]),
  /** Channels that some readers of the log cannot read, but that it shows nevertheless. */
  includedChannelIds: z.array(z.string()).default([]),
});
const DEFAULT_MESSAGE_LOG = messageLogSchema.parse({});
export type MessageLogSettings = z.infer<typeof messageLogSchema>;

export const MAX_PRESET_OVERRIDES = 50;

/** Another preset for a channel, for a category with everything in it, or for the members with a role. */
const presetOverridesSchema = z
  .array(
    z.object({
      kind: z.enum(['channel', 'role']),
      targetId: z.string().min(1).max(20),
      preset: presetNameSchema,
    }),
  )
  .max(MAX_PRESET_OVERRIDES)
  .refine(
    (overrides) => new Set(overrides.map(({ targetId }) => targetId)).size === overrides.length,
    'a channel or role has one preset',
  );
export type PresetOverride = z.infer<typeof presetOverridesSchema>[number];

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
  /** Only with `watch`: when moderators want to decide whether the bot acts (milliseconds since the Unix epoch); null: never. */
  watchOnlyUntil: z.number().nullable().default(null),
  /** Null: the channel that `MODERATOR_CHANNEL` names. */
  moderatorChannelId: z.string().nullable().default(null),
  /** Tried in order, before the preset's. */
  rules: rulesSchema.default([]),
  preset: presetNameSchema.default('normal'),
  /** For channels that Discord shows only to adults. */
  ageRestrictedPreset: presetNameSchema.default('relaxed'),
  presetOverrides: presetOverridesSchema.default([]),
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
  /** The start of the weekly reports (milliseconds since the Unix epoch); null: there are none. */
  weeklyReportSince: z.number().nullable().default(null),
  /** Messages that no member wrote. The bot's own messages are never checked. */
  apps: z
    .object({ webhooks: appModeSchema.default('delete'), bots: appModeSchema.default('off') })
    .default({ webhooks: 'delete', bots: 'off' }),
  messageLog: messageLogSchema.default(DEFAULT_MESSAGE_LOG),
  /** Nicknames and account names of members. */
  names: nameModeSchema.default('alert'),
});
export type Policy = z.infer<typeof policySchema>;

/**
 * The policy in effect: without a channel for the moderators, nobody could see or undo what the bot does, so it only
 * watches.
 */
export function policyInForce(policy: Policy, { hasNoChannel }: { hasNoChannel: boolean }): Policy {
  return hasNoChannel && policy.mode === 'enforce' ? { ...policy, mode: 'watch' } : policy;
}

export const defaultPolicy: Policy = policySchema.parse({});
