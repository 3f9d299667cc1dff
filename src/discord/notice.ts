import type { APIEmbed, APIEmbedField, Guild } from 'discord.js';
import type { Case } from '../moderation/case.ts';
import type { Policy } from '../moderation/policy.ts';
import type { EffectContext } from '../moderation/ports.ts';
import { nonceOf } from './nonce.ts';
import { listMessages, openDirectMessages, postMessage } from './rest.ts';
import { defuse, truncate, visible } from './text.ts';
import { duration, notice as texts } from './texts.ts';

/** How far back a notice is looked for that a process killed in its midst may have sent. */
const LOOK_BACK = 50;

/** Tells the author of a message by direct message what happened to it. */
export async function sendNotice(guild: Guild, context: EffectContext): Promise<void> {
  const { rest, user } = guild.client;
  const { record } = context;
  const channelName = guild.channels.cache.get(record.channelId)?.name ?? record.channelId;
  const embed = noticeEmbed(context, { server: guild.name, channel: channelName });
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

/** The notice itself: what happened, what was written, and what to do about it. */
export function noticeEmbed(
  { record, policy, text }: Pick<EffectContext, 'record' | 'policy' | 'text'>,
  names: { server: string; channel: string },
): APIEmbed {
  const server = defuse(names.server, 100);
  const filled: Record<string, string> = {
    '{channel}': `#${defuse(names.channel, 100)}`,
    '{server}': `**${server}**`,
    '{case}': `#${record.number}`,
  };
  const description = policy.notice.text.replace(
    /\{(?:channel|server|case)\}/g,
    (name) => filled[name] ?? name,
  );
  const fields: APIEmbedField[] = [];
  const happened = consequences(record, policy);
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

/** What the author notices of the case. A deletion counts once done; the rest comes after the notice. */
function consequences({ steps }: Case, policy: Policy): string[] {
  return steps.flatMap(({ effect, outcome }) => {
    switch (effect.kind) {
      case 'delete':
        return outcome?.status === 'done' ? [texts.deleted] : [];
      case 'timeout':
        return [texts.timeout(duration(effect.seconds ?? policy.timeoutSeconds))];
      case 'kick':
        return [texts.kick];
      case 'ban':
        return [texts.ban];
      case 'addRole':
      case 'removeRole':
        return [texts.roles];
      case 'notice':
      case 'alert':
        return [];
    }
  });
}
