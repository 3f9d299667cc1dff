import type { APIEmbedField } from 'discord.js';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { duration, moment } from '../../src/discord/texts.ts';
import { inOrder } from '../../src/moderation/effects.ts';
import { ANY_ACTION, type Policy } from '../../src/moderation/policy.ts';
import type { PipelineStatus } from '../../src/moderation/ports.ts';
import type { CommandDeps } from '../deps.ts';
import { modeNames, status as texts } from '../texts/moderation.ts';
import { listed } from '../shared/listed.ts';
import { writeEffects } from './effects-input.ts';

/* Together with all that is short, these stay within the 6000 characters that Discord shows of a message's embeds. */
const NOTICE_LENGTH = 900;
const EXEMPT_LENGTH = 1000;
const RULES_LENGTH = 2500;

/** Every setting of the server, and how the bot is doing. */
export async function showStatus(
  { guild }: SlashCall,
  { policies, pipelineStatus, moderatorChannel }: CommandDeps,
): Promise<Reply> {
  const policy = await policies.get(guild.id);
  const fields = [
    inline(texts.mode, modeNames[policy.mode]),
    inline(texts.channel, channelOf(policy, moderatorChannel)),
    inline(texts.keywords, keywordsOf(policy)),
    inline(texts.timeout, duration(policy.timeoutSeconds)),
    inline(texts.retention, duration(policy.evidenceDays * 86_400)),
    inline(texts.timeZone, policy.timeZone),
    { name: texts.notice, value: noticeOf(policy) },
    { name: texts.exempt, value: exemptOf(policy) },
    { name: texts.ladder, value: ladderOf(policy) },
    { name: texts.now, value: nowOf(pipelineStatus()) },
  ];
  return {
    embeds: [
      { title: texts.title, fields },
      { title: texts.rules, description: rulesOf(policy) },
    ],
  };
}

function inline(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

function channelOf({ moderatorChannelId }: Policy, configured: string): string {
  return moderatorChannelId === null
    ? texts.configured(defuse(configured, 100))
    : `<#${moderatorChannelId}>`;
}

function keywordsOf({ keywords }: Policy): string {
  const channel = keywords.channelId === null ? texts.sameChannel : `<#${keywords.channelId}>`;
  return texts.keywordsAt(channel, keywords.roleId === null ? null : `<@&${keywords.roleId}>`);
}

function noticeOf({ notice }: Policy): string {
  return `${notice.enabled ? texts.on : texts.off}: “${defuse(notice.text, NOTICE_LENGTH)}”`;
}

function rulesOf({ rules }: Policy): string {
  const lines = Object.entries(rules)
    .filter(([word]) => word !== ANY_ACTION)
    .map(
      ([word, effects]) => `\`${word.replaceAll('`', "'")}\` → ${writeEffects(inOrder(effects))}`,
    );
  return `${listed(lines, '\n', RULES_LENGTH)}\n\`${ANY_ACTION}\` → alert`;
}

function exemptOf({ exemptRoleIds, exemptChannelIds }: Policy): string {
  const all = [
    ...exemptRoleIds.map((id) => `<@&${id}>`),
    ...exemptChannelIds.map((id) => `<#${id}>`),
  ];
  return all.length === 0 ? texts.nobody : listed(all, ', ', EXEMPT_LENGTH);
}

function ladderOf({ ladder }: Policy): string {
  const rungs = ladder.rungs.map(({ strikes, effect }) =>
    texts.rung(strikes, writeEffects([effect])),
  );
  const isOff = ladder.enabled ? [] : [texts.ladderOff];
  return [...isOff, ...rungs, texts.window(ladder.windowDays)].join('\n');
}

function nowOf({ outage, waiting, channelsBehind, alertsWaiting }: PipelineStatus): string {
  const lines = [
    ...(outage === null
      ? []
      : [texts.outage(moment(outage.since, 'R'), defuse(outage.reason, 300))]),
    ...(waiting === 0 ? [] : [texts.waiting(waiting)]),
    ...(channelsBehind === 0 ? [] : [texts.behind(channelsBehind)]),
    ...(alertsWaiting === 0 ? [] : [texts.alertsWaiting(alertsWaiting)]),
  ];
  return lines.length === 0 ? texts.idle : lines.join('\n');
}
