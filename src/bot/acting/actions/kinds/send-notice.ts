import { ComponentType, type APIEmbed, type APIEmbedField, type Guild } from 'discord.js';
import { translator, type Translate } from '../../../locales/translate.ts';
import { isAboutCopies, manualActionOf, type Case, type StepEffect } from '../../../domain/case.ts';
import type { Action, EffectKind } from '../../../domain/effects.ts';
import type { Message } from '../../../locales/message.ts';
import { detail } from '../refusals.ts';
import type { Policy } from '../../../domain/policy/policy.ts';
import type { EffectContext } from '../../../domain/ports.ts';
import type { ActionRegistry, ActionRun } from '../action.ts';
import { checkAction } from '../preflight.ts';
import { factsOf, isReversal } from '../../../domain/actions/action-facts.ts';
import { targetOf } from '../../../access/action-context.ts';
import { isForumPostStarter } from '../../../domain/snapshot.ts';
import { listMessages, nonceOf, openDirectMessages, postMessage } from '../../../rest/rest.ts';
import { defuse, truncate, visible } from '../../../rendering/sanitize.ts';
import { serverLanguage } from '../../../rendering/renderer.ts';
import { mailButton } from '../../../posts/mail/mail-buttons.ts';
import { appealButton } from '../../../posts/reviews/review-buttons.ts';

/** How many direct messages are searched for a notice that an earlier attempt may have sent. */
const SEARCHED_MESSAGES = 50;

/** Effects that follow the notice and pass the preflight check. */
type Impending = ReadonlySet<EffectKind>;

/**
 * Tells the author by direct message what happened to their message, or that a moderator bans them. Resolves to the reason
 * if it was not sent.
 */
export async function sendNotice({
  guild,
  context,
  actions,
  takesMail,
}: Pick<ActionRun, 'guild' | 'context' | 'actions' | 'takesMail'>): Promise<Message | undefined> {
  const { rest, user } = guild.client;
  const { record, moderatorAction } = context;
  // A forum post's name is the author's own text, and the post may be gone.
  const isTitled = isForumPostStarter(record) || record.subject === 'title';
  const channel = isTitled ? undefined : guild.channels.cache.get(record.channelId);
  const names = { server: guild.name, channel: channel?.name ?? null };
  const t = translator(serverLanguage(guild, context.policy));
  const steps = moderatorAction?.steps.map(({ action }) => action);
  const impending = await impendingOf(
    { guild, actions },
    record,
    steps ?? record.steps.map((step) => step.effect),
  );
  if (moderatorAction !== undefined && impending.size === 0) return detail('noNotice');
  const embed = noticeEmbed(t, context, { names, impending, actions });
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
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          appealButton(t, record),
          ...((await takesMail(guild.id)) ? [mailButton(t, guild.id)] : []),
        ],
      },
    ],
    nonce,
    enforce_nonce: true,
  });
  return undefined;
}

/** The notice mentions the kick or ban that follows only if it is possible. */
async function impendingOf(
  { guild, actions }: { guild: Guild; actions: ActionRegistry },
  record: Case,
  steps: readonly StepEffect[],
): Promise<Impending> {
  const impending = new Set<EffectKind>();
  const target = targetOf(record);
  for (const action of steps.filter(isAction)) {
    if (factsOf(action)?.removesMember !== true) continue;
    const result = await checkAction(actions, { guild, action, target }, 0);
    if (result.kind === 'go') impending.add(action.kind);
  }
  return impending;
}

function isAction(effect: StepEffect): effect is Action {
  return effect.kind !== 'alert' && !isReversal(effect);
}

export function noticeEmbed(
  t: Translate,
  {
    record,
    policy,
    text,
    moderatorAction,
  }: Pick<EffectContext, 'record' | 'policy' | 'text' | 'moderatorAction'>,
  {
    names,
    impending,
    actions,
  }: {
    names: { server: string; channel: string | null };
    impending: Impending;
    actions: ActionRegistry;
  },
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
  // A removed member can no longer ask a moderator in the server.
  const isRemoved = impending.size > 0;
  const isHacked = !isByModerator && isAboutCopies(record);
  const template = isByModerator
    ? t(`notices:manual.${isRemoved ? 'removedText' : 'text'}`, PLACEHOLDERS)
    : isHacked
      ? t('notices:hacked.text', PLACEHOLDERS)
      : noticeText(t, policy, isRemoved);
  const description = template.replace(
    /\{(?:channel|server|case)\}/g,
    (name) => values[name] ?? name,
  );
  const fields: APIEmbedField[] = [];
  const happened =
    moderatorAction === undefined
      ? [...new Set(consequences(t, { record, policy, impending, actions }))]
      : [t('effects:consequence.ban')];
  if (happened.length > 0) {
    fields.push({ name: t('notices:consequences'), value: happened.join('\n') });
  }
  if (isHacked) fields.push({ name: t('notices:hacked.next'), value: t('notices:hacked.steps') });
  const reason = (moderatorAction ?? manual)?.reason ?? null;
  if (reason !== null) {
    fields.push({ name: t('notices:manual.reason'), value: quoted(defuse(reason, 900)) });
  }
  const quote = text === null ? '' : defuse(text, 900);
  if (quote !== '') fields.push({ name: t('notices:quote'), value: quoted(quote) });
  return {
    color: 0x5865f2,
    title: t(titleKey(isByModerator, isHacked), { server }),
    description: truncate(description, 4096),
    fields,
    footer: {
      text: t('notices:footer', { number: record.number, server: visible(names.server, 100) }),
    },
    timestamp: new Date(record.openedAt).toISOString(),
  };
}

function titleKey(
  isByModerator: boolean,
  isHacked: boolean,
): 'notices:manual.title' | 'notices:hacked.title' | 'notices:title' {
  if (isByModerator) return 'notices:manual.title';
  return isHacked ? 'notices:hacked.title' : 'notices:title';
}

/** A block quote within the limit of a field. */
function quoted(text: string): string {
  return truncate(`> ${text.replaceAll('\n', '\n> ')}`, 1024);
}

const PLACEHOLDERS = { channel: '{channel}', server: '{server}', case: '{case}' };

/** The server's own text, or the default one in its language. `isRemoved`: the author is kicked or banned. */
export function noticeText(
  t: Translate,
  { notice }: Pick<Policy, 'notice'>,
  isRemoved = false,
): string {
  return notice.text ?? t(`notices:${isRemoved ? 'removedText' : 'defaultText'}`, PLACEHOLDERS);
}

/** The effects that the author notices. */
function consequences(
  t: Translate,
  {
    record,
    policy,
    impending,
    actions,
  }: { record: Case; policy: Policy; impending: Impending; actions: ActionRegistry },
): string[] {
  const warned = manualActionOf(record)?.kind === 'warn' ? [t('notices:manual.warned')] : [];
  const others = record.steps.flatMap(({ effect, outcome }) => {
    if (!isAction(effect)) return [];
    const step = { action: effect, outcome, policy, impending };
    return actions[effect.kind].consequence(t, step) ?? [];
  });
  return [...warned, ...others];
}
