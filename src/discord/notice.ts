import type { APIEmbed, APIEmbedField, Guild } from 'discord.js';
import type { Case } from '../moderation/case.ts';
import type { Action, EffectKind } from '../moderation/effects.ts';
import type { Policy } from '../moderation/policy.ts';
import type { EffectContext } from '../moderation/ports.ts';
import { lookAhead } from './beforehand.ts';
import { isStarter, placeOf, readFacts } from './facts.ts';
import { nonceOf } from './nonce.ts';
import { listMessages, openDirectMessages, postMessage } from './rest.ts';
import { defuse, truncate, visible } from './text.ts';
import { duration, notice as texts } from './texts.ts';

/** How far back a notice is looked for that a process killed in its midst may have sent. */
const LOOK_BACK = 50;

/** What comes after the notice and is known to be possible. */
type Impending = ReadonlySet<EffectKind>;

/** Tells the author of a message by direct message what happened to it. */
export async function sendNotice(guild: Guild, context: EffectContext): Promise<void> {
  const { rest, user } = guild.client;
  const { record } = context;
  // A forum post is named by what its author wrote, and may be gone by now.
  const channel = isStarter(record) ? undefined : guild.channels.cache.get(record.channelId);
  const names = { server: guild.name, channel: channel?.name ?? null };
  const embed = noticeEmbed(context, names, await impendingOf(guild, record));
  const dmChannelId = await openDirectMessages(rest, record.author.id);
  if (context.resumed) {
    const latest = await listMessages(rest, dmChannelId, { limit: LOOK_BACK });
    const isSent = latest.some(
      ({ author, embeds: [first], timestamp }) =>
        author.id === user.id &&
        first?.footer?.text === embed.footer?.text &&
        Date.parse(timestamp) >= record.openedAt,
    );
    if (isSent) return;
  }
  const nonce = nonceOf('notice', record);
  await postMessage(rest, dmChannelId, { embeds: [embed], nonce, enforce_nonce: true });
}

/** A kick and a ban come after the notice; it speaks of them only where nothing stands against them. */
async function impendingOf(guild: Guild, record: Case): Promise<Impending> {
  const impending = new Set<EffectKind>();
  for (const { effect } of record.steps) {
    if (effect.kind !== 'kick' && effect.kind !== 'ban') continue;
    if (await isPossible(guild, effect, record)) impending.add(effect.kind);
  }
  return impending;
}

async function isPossible(guild: Guild, action: Action, record: Case): Promise<boolean> {
  const facts = await readFacts(guild, action, placeOf(record));
  // What the bot cannot tell it does not promise.
  return facts !== null && lookAhead(action, facts, 0).kind === 'go';
}

/** The notice itself: what happened, what was written, and what to do about it. */
export function noticeEmbed(
  { record, policy, text }: Pick<EffectContext, 'record' | 'policy' | 'text'>,
  names: { server: string; channel: string | null },
  impending: Impending,
): APIEmbed {
  const server = defuse(names.server, 100);
  const filled: Record<string, string> = {
    '{channel}': names.channel === null ? texts.unnamed : `#${defuse(names.channel, 100)}`,
    '{server}': `**${server}**`,
    '{case}': `#${record.number}`,
  };
  const description = policy.notice.text.replace(
    /\{(?:channel|server|case)\}/g,
    (name) => filled[name] ?? name,
  );
  const fields: APIEmbedField[] = [];
  const happened = [...new Set(consequences(record, policy, impending))];
  if (happened.length > 0) fields.push({ name: texts.happened, value: happened.join('\n') });
  const quote = text === null ? '' : defuse(text, 900);
  if (quote !== '') fields.push({ name: texts.quote, value: quoted(quote) });
  return {
    color: 0x5865f2,
    title: texts.title(server),
    description: truncate(description, 4096),
    fields,
    footer: { text: texts.footer(record.number, visible(names.server, 100)) },
    timestamp: new Date(record.openedAt).toISOString(),
  };
}

/** As a block quote, cut so that the signs of the quote fit as well. */
function quoted(text: string): string {
  return truncate(`> ${text.replaceAll('\n', '\n> ')}`, 1024);
}

/** What the author notices of the case: what is done, and what is about to be. */
function consequences({ steps }: Case, policy: Policy, impending: Impending): string[] {
  return steps.flatMap(({ effect, outcome }) => {
    const isDone = outcome?.status === 'done';
    switch (effect.kind) {
      case 'delete':
        return isDone ? [texts.deleted] : [];
      case 'timeout':
        return isDone ? [texts.timeout(duration(effect.seconds ?? policy.timeoutSeconds))] : [];
      case 'kick':
        return impending.has('kick') ? [texts.kick] : [];
      case 'ban':
        return impending.has('ban') ? [texts.ban] : [];
      case 'addRole':
      case 'removeRole':
        // With a word more it was needless, and nothing has changed.
        return isDone && outcome.detail === undefined ? [texts.roles] : [];
      case 'notice':
      case 'alert':
        return [];
    }
  });
}
