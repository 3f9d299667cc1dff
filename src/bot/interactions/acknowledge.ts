import { MessageFlags, type InteractionReplyOptions } from 'discord.js';
import type { Logger } from '../../shared/logger.ts';
import { languageOf } from '../locales/languages.ts';
import { translator, type MessageKey, type Values } from '../locales/translate.ts';
import { classifyError } from '../rest/classify-error.ts';
import type { ReplyableInteraction, ReplyMode } from './replyable.ts';

export type ResponseResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly reason: string };

/**
 * Defers the answer, which Discord expects within three seconds. After "rejected" nothing may be done: it was too late
 * (10062) and Discord has told the person, or another process took the interaction (40060).
 */
export async function acknowledge(
  interaction: ReplyableInteraction,
  mode: ReplyMode,
): Promise<ResponseResult> {
  return tryResponse(
    (mode === 'update' || mode === 'post') && 'deferUpdate' in interaction
      ? interaction.deferUpdate()
      : interaction.deferReply(mode === 'private' ? { flags: MessageFlags.Ephemeral } : {}),
  );
}

/** Awaits a first response to an interaction. Never rejects. */
export async function tryResponse(response: Promise<unknown>): Promise<ResponseResult> {
  try {
    await response;
    return { kind: 'accepted' };
  } catch (error) {
    const failure = classifyError(error);
    const reason =
      failure.kind === 'refused' ? `${failure.answer} (${failure.code})` : failure.reason;
    return { kind: 'rejected', reason };
  }
}

interface Repliable {
  readonly locale: string;
  reply(options: InteractionReplyOptions): Promise<unknown>;
}

/** Answers immediately and privately why nothing is done. */
export async function refuse(
  interaction: Repliable,
  text: { readonly key: MessageKey; readonly values?: Values },
  { logger }: { readonly logger: Logger },
): Promise<void> {
  const content = translator(languageOf(interaction.locale))(text.key, text.values);
  const reply = { content, allowedMentions: { parse: [] } };
  const result = await tryResponse(interaction.reply({ ...reply, flags: MessageFlags.Ephemeral }));
  if (result.kind === 'rejected') {
    logger.warn({ reason: result.reason }, 'interaction not answered');
  }
}
