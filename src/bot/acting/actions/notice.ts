import type { APIEmbed, APIEmbedField, Guild } from 'discord.js';
import { translator, type Translate } from '../../locales/translate.ts';
import { manualActionOf, type Case, type DiscordAction } from '../../domain/case.ts';
import type { Action, Effect, EffectKind } from '../../domain/effects.ts';
import type { Message } from '../../locales/message.ts';
import { detail } from './refusals.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { EffectContext } from '../../domain/ports.ts';
import { preflight } from './preflight.ts';
import { targetOf, readActionContext } from '../../access/action-context.ts';
import { isForumPostStarter } from '../../domain/snapshot.ts';
import { listMessages, nonceOf, openDirectMessages, postMessage } from '../../rest/rest.ts';
import { defuse, truncate, visible } from '../../rendering/sanitize.ts';
import { duration } from '../../rendering/format.ts';
import { serverLanguage } from '../../rendering/renderer.ts';
import { appealButton } from '../../posts/reviews/review-buttons.ts';

/** How many direct messages are searched for a notice that an earlier attempt may have sent. */
const SEARCHED_MESSAGES = 50;

/** Effects that follow the notice and pass the preflight check. */
type Impending = ReadonlySet<EffectKind>;

/**
 * Tells the author by direct message what happened to their message, or that a moderator bans them. Resolves to why it was not
 * sent.
 */
export async function sendNotice(
  guild: Guild,
  context: EffectContext,
): Promise<Message | undefined> {
  const { rest, user } = guild.client;
  const { record, moderatorAction } = context;
  // A forum post's name is the author's own text, and the post may be gone.
  const isTitled = isForumPostStarter(record) || record.subject === 'title';
  const channel = isTitled ? undefined : guild.channels.cache.get(record.channelId);
  const names = { server: guild.name, channel: channel?.name ?? null };
  const t = translator(serverLanguage(guild, context.policy));
  const steps = moderatorAction?.steps.map(({ action }) => action);
  const impending = await impendingOf(
    guild,
    record,
    steps ?? record.steps.map((step) => step.effect),
  );
  if (moderatorAction !== undefined && impending.size === 0) return detail('noNotice');
  const embed = noticeEmbed(t, context, { names, impending });
  const dmChannelId = await openDirectMessages(rest, record.author.id);
  if (context.resumed) {
    const { messages: latest } = await listMessages(rest, dmChannelId, {
      limit: SEARCHED_MESSAGES,
    });
    const isSent = latest.some(
      ({ author, embeds: [first], timestamp }) =>
        author.id === user.id &&
        first?.footer?.text === embed.footer?.text &&
        Date.parse(timestamp) >= (moderatorAction?.at ?? record.openedAt),
    );
    if (isSent) return undefined;
  }
  const nonce = nonceOf(moderatorAction === undefined ? 'notice' : 'ban', record);
  await postMessage(rest, dmChannelId, {
    embeds: [embed],
    components: [appealButton(t, record)],
    nonce,
    enforce_nonce: true,
  });
  return undefined;
}

/** The notice mentions the kick or ban that follows only if it is possible. */
async function impendingOf(
  guild: Guild,
  record: Case,
  actions: readonly (Effect | DiscordAction)[],
): Promise<Impending> {
  const impending = new Set<EffectKind>();
  for (const action of actions) {
    if (action.kind !== 'kick' && action.kind !== 'ban') continue;
    if (await isPossible(guild, action, record)) impending.add(action.kind);
  }
  return impending;
}

async function isPossible(guild: Guild, action: Action, record: Case): Promise<boolean> {
  const context = await readActionContext(guild, action, targetOf(record));
  return context !== null && preflight(action, context, 0).kind === 'go';
}

export function noticeEmbed(
  t: Translate,
  {
    record,
    policy,
    text,
    moderatorAction,
  }: Pick<EffectContext, 'record' | 'policy' | 'text' | 'moderatorAction'>,
  { names, impending }: { names: { server: string; channel: string | null }; impending: Impending },
): APIEmbed {
  const server = defuse(names.server, 100);
  const values: Record<string, string> = {
    '{channel}':
      names.channel === null ? t('notices:unnamedChannel') : `#${defuse(names.channel, 100)}`,
    '{server}': `**${server}**`,
    '{case}': `#${record.number}`,
  };
  const manual = manualActionOf(record);
  const isByModerator = manual !== null || moderatorAction !== undefined;
  const template = isByModerator ? t('notices:manual.text', PLACEHOLDERS) : noticeText(t, policy);
  const description = template.replace(
    /\{(?:channel|server|case)\}/g,
    (name) => values[name] ?? name,
  );
  const fields: APIEmbedField[] = [];
  const happened =
    moderatorAction === undefined
      ? [...new Set(consequences(t, { record, policy, impending }))]
      : [t('notices:ban')];
  if (happened.length > 0) {
    fields.push({ name: t('notices:consequences'), value: happened.join('\n') });
  }
  const reason = manual?.reason ?? null;
  if (reason !== null) {
    fields.push({ name: t('notices:manual.reason'), value: quoted(defuse(reason, 900)) });
  }
  const quote = text === null ? '' : defuse(text, 900);
  if (quote !== '') fields.push({ name: t('notices:quote'), value: quoted(quote) });
  return {
    color: 0x5865f2,
    title: t(isByModerator ? 'notices:manual.title' : 'notices:title', { server }),
    description: truncate(description, 4096),
    fields,
    footer: {
      text: t('notices:footer', { number: record.number, server: visible(names.server, 100) }),
    },
    timestamp: new Date(record.openedAt).toISOString(),
  };
}

/** A block quote within the limit of a field. */
function quoted(text: string): string {
  return truncate(`> ${text.replaceAll('\n', '\n> ')}`, 1024);
}

const PLACEHOLDERS = { channel: '{channel}', server: '{server}', case: '{case}' };

/** The server's own text, or the default one in its language. */
export function noticeText(t: Translate, { notice }: Pick<Policy, 'notice'>): string {
  return notice.text ?? t('notices:defaultText', PLACEHOLDERS);
}

/** The effects that the author notices. */
function consequences(
  t: Translate,
  { record, policy, impending }: { record: Case; policy: Policy; impending: Impending },
): string[] {
  const warned = manualActionOf(record)?.kind === 'warn' ? [t('notices:manual.warned')] : [];
  const others = record.steps.flatMap(({ effect, outcome }) => {
    const isDone = outcome?.status === 'done';
    switch (effect.kind) {
      case 'delete':
        return isDone ? [t('notices:deleted')] : [];
      case 'resetName':
        return isDone ? [t('notices:resetName')] : [];
      case 'timeout':
        return isDone
          ? [
              t('notices:timeout', {
                duration: duration(t.language, effect.seconds ?? policy.timeoutSeconds),
              }),
            ]
          : [];
      case 'kick':
        return impending.has('kick') ? [t('notices:kick')] : [];
      case 'ban':
        return impending.has('ban') ? [t('notices:ban')] : [];
      case 'addRole':
      case 'removeRole':
        // A detail means that nothing has changed.
        return isDone && outcome.detail === undefined ? [t('notices:roles')] : [];
      case 'notice':
      case 'alert':
      case 'unban':
      case 'liftTimeout':
      case 'takeRole':
      case 'giveRole':
        return [];
    }
  });
  return [...warned, ...others];
}
