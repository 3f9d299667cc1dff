import type { APIEmbedField, Guild } from 'discord.js';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { noticeText } from '../../src/discord/actions/notice.ts';
import { defuse } from '../../src/discord/sanitize.ts';
import { duration, timestamp } from '../../src/discord/format.ts';
import { serverLanguage, type Renderer } from '../../src/discord/renderer.ts';
import type { Translate } from '../../src/locales/translate.ts';
import type { Policy } from '../../src/moderation/policy/policy.ts';
import type { PipelineStatus } from '../../src/moderation/ports.ts';
import type { CommandDeps } from '../deps.ts';
import { incidentSettingsText } from '../incident/settings.ts';
import { languageName } from './settings.ts';
import { presetsText, rulesText } from '../rules/list.ts';
import { writeEffects } from './effects-input.ts';

/* Together with the short fields, these stay within the 6000 characters Discord allows in a message's embeds. */
const NOTICE_LENGTH = 900;
const EXEMPT_LENGTH = 1000;
const PRESETS_LENGTH = 600;
const RULES_LENGTH = 1900;

/** Shows every setting of the server, and the bot's status. */
export async function showStatus(
  { guild, t, show }: SlashCall,
  { policies, pipelineStatus, moderatorChannel, caseDays }: CommandDeps,
): Promise<Reply> {
  const policy = await policies.get(guild.id);
  const fields = [
    inline(t('moderation:reply.status.mode'), t(`moderation:mode.${policy.mode}`)),
    inline(t('moderation:reply.status.channel'), channelOf(policy, moderatorChannel, t)),
    inline(t('moderation:reply.status.alerts'), alertsOf(policy, t)),
    inline(t('moderation:reply.status.keywords'), keywordsOf(policy, t)),
    inline(t('moderation:reply.status.timeout'), duration(t.language, policy.timeoutSeconds)),
    inline(
      t('moderation:reply.status.retention'),
      duration(t.language, policy.evidenceDays * 86_400),
    ),
    inline(
      t('moderation:reply.status.caseRetention'),
      duration(t.language, (policy.caseDays ?? caseDays) * 86_400),
    ),
    inline(t('moderation:reply.status.timeZone'), policy.timeZone),
    inline(t('moderation:reply.status.language'), languageText(guild, policy, t)),
    inline(t('moderation:reply.status.webhooks'), t(`moderation:appMode.${policy.apps.webhooks}`)),
    inline(t('moderation:reply.status.bots'), t(`moderation:appMode.${policy.apps.bots}`)),
    inline(
      t('moderation:reply.status.voice'),
      policy.voice ? t('moderation:reply.status.voiceOn') : t('moderation:reply.status.voiceOff'),
    ),
    inline(t('moderation:reply.status.names'), t(`moderation:nameMode.${policy.names}`)),
    inline(
      t('moderation:reply.status.report'),
      policy.weeklyReportSince === null
        ? t('moderation:reply.status.reportOff')
        : t('moderation:reply.status.reportOn'),
    ),
    { name: t('moderation:reply.status.notice'), value: noticeOf(policy, t) },
    { name: t('rules:list.presets'), value: presetsText(policy, t, PRESETS_LENGTH) },
    { name: t('moderation:reply.status.exempt'), value: exemptOf(policy, t) },
    { name: t('moderation:reply.status.escalation'), value: escalationOf(policy, t) },
    { name: t('incident:settings.title'), value: incidentSettingsText(t, policy.incidents) },
    { name: t('moderation:reply.status.now'), value: nowOf(pipelineStatus(), { t, show }) },
  ];
  return {
    embeds: [
      { title: t('moderation:reply.status.title'), fields },
      { title: t('rules:list.title'), description: rulesText(policy, t, RULES_LENGTH) },
    ],
  };
}

function inline(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

function channelOf({ moderatorChannelId }: Policy, defaultChannel: string, t: Translate): string {
  return moderatorChannelId === null
    ? t('moderation:reply.status.defaultChannel', { channel: defuse(defaultChannel, 100) })
    : `<#${moderatorChannelId}>`;
}

function alertsOf({ alerts: { spoiler, roleId } }: Policy, t: Translate): string {
  const texts = t(`moderation:reply.status.${spoiler ? 'textsHidden' : 'textsShown'}`);
  return roleId === null
    ? t('moderation:reply.status.alertsSilent', { texts })
    : t('moderation:reply.status.alertsPinging', { texts, role: `<@&${roleId}>` });
}

function keywordsOf({ keywords: { channelId, roleId } }: Policy, t: Translate): string {
  const channel = channelId === null ? t('moderation:reply.status.sameChannel') : `<#${channelId}>`;
  return roleId === null
    ? t('moderation:reply.status.keywordsSilent', { channel })
    : t('moderation:reply.status.keywordsPinging', { channel, role: `<@&${roleId}>` });
}

function languageText(guild: Guild, policy: Policy, t: Translate): string {
  const language = languageName(serverLanguage(guild, policy), t.language);
  return policy.language === null
    ? t('moderation:reply.status.defaultLanguage', { language })
    : language;
}

function noticeOf(policy: Policy, t: Translate): string {
  const text = defuse(noticeText(t, policy), NOTICE_LENGTH);
  return policy.notice.enabled
    ? t('moderation:reply.status.noticeOn', { text })
    : t('moderation:reply.status.noticeOff', { text });
}

function exemptOf({ exemptRoleIds, exemptChannelIds }: Policy, t: Translate): string {
  const all = [
    ...exemptRoleIds.map((id) => `<@&${id}>`),
    ...exemptChannelIds.map((id) => `<#${id}>`),
  ];
  return all.length === 0
    ? t('moderation:reply.status.nothingExempt')
    : listed(all, { separator: ', ', maxLength: EXEMPT_LENGTH }, t);
}

function escalationOf({ escalation }: Policy, t: Translate): string {
  const steps = escalation.steps.map(({ strikes, effect }) =>
    t('moderation:reply.status.step', { strikes, effect: writeEffects([effect]) }),
  );
  const isOff = escalation.enabled ? [] : [t('moderation:reply.status.escalationOff')];
  return [
    ...isOff,
    ...steps,
    t('moderation:reply.status.window', { count: escalation.windowDays }),
  ].join('\n');
}

function nowOf(
  { outage, waiting, channelsBehind, alertsWaiting }: PipelineStatus,
  { t, show }: Pick<Renderer, 't' | 'show'>,
): string {
  const lines = [
    ...(outage === null
      ? []
      : [
          t('moderation:reply.status.outage', {
            since: timestamp(outage.since, 'R'),
            reason: show(outage.reason),
          }),
        ]),
    ...(waiting === 0 ? [] : [t('moderation:reply.status.waiting', { count: waiting })]),
    ...(channelsBehind === 0
      ? []
      : [t('moderation:reply.status.behind', { count: channelsBehind })]),
    ...(alertsWaiting === 0
      ? []
      : [t('moderation:reply.status.alertsWaiting', { count: alertsWaiting })]),
  ];
  return lines.length === 0 ? t('moderation:reply.status.idle') : lines.join('\n');
}

/** Joins as many parts as fit into `maxLength` characters, and says how many are left out. */
function listed(
  parts: readonly string[],
  { separator, maxLength }: { readonly separator: string; readonly maxLength: number },
  t: Translate,
): string {
  const more = (count: number): string => t('common:more', { count });
  const all = parts.join(separator);
  if (all.length <= maxLength) return all;
  let shown = '';
  for (const [index, part] of parts.entries()) {
    const next = index === 0 ? part : `${shown}${separator}${part}`;
    if (next.length + separator.length + more(parts.length).length > maxLength) {
      return `${shown}${separator}${more(parts.length - index)}`;
    }
    shown = next;
  }
  return shown;
}
