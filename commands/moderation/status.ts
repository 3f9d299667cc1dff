import type { APIEmbedField } from 'discord.js';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { duration, timestamp } from '../../src/discord/format.ts';
import type { Renderer } from '../../src/discord/renderer.ts';
import type { Translate } from '../../src/locales/translate.ts';
import type { Policy } from '../../src/moderation/policy/policy.ts';
import type { PipelineStatus } from '../../src/moderation/ports.ts';
import type { CommandDeps } from '../deps.ts';
import { incidentSettingsText } from '../incident/settings.ts';
import { presetsText, rulesText } from '../rules/list.ts';
import { SETTINGS, type SettingId } from '../settings/index.ts';
import { viewOf } from '../settings/view.ts';
import { writeEffects } from './effects-input.ts';

/* Together with the short fields, these stay within the 6000 characters Discord allows in a message's embeds. */
const PRESETS_LENGTH = 600;
const RULES_LENGTH = 1900;

/** Shows every setting of the server, and the bot's status. */
export async function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t, show } = call;
  const { pipelineStatus, caseDays } = deps;
  const view = await viewOf(call, deps);
  const { policy } = view;
  const value = (id: SettingId): string => SETTINGS[id].value(view);
  const fields = [
    inline(t('moderation:reply.status.mode'), value('mode')),
    inline(t('moderation:reply.status.channel'), value('channel')),
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
    inline(t('moderation:reply.status.language'), value('language')),
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
    { name: t('moderation:reply.status.notice'), value: value('notice') },
    { name: t('rules:list.presets'), value: presetsText(policy, t, PRESETS_LENGTH) },
    { name: t('moderation:reply.status.exempt'), value: value('exempt') },
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
