import { isIP } from 'node:net';
import { PermissionFlagsBits } from 'discord.js';
import type { CommandDeps, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** The longest session id: buttons carry it in their custom ids, which have at most 100 characters. */
export const MAX_ID_LENGTH = 64;
const ID = /^[\w-][\w.-]*$/;
/** A session's transcript is at `/stream/<id>`, and `/stream/tag` starts sessions. */
const RESERVED_ID = 'tag';

/** The person's own session id; null: none. Throws a `UserError` if it is invalid or taken. */
export async function readOwnId(
  { interaction, t }: SlashCall,
  { tagging }: CommandDeps,
): Promise<string | null> {
  const id = interaction.options.getString('id')?.trim() ?? '';
  if (id === '') return null;
  if (!ID.test(id) || id === RESERVED_ID || id.length > MAX_ID_LENGTH) {
    throw new UserError(t('tag:reply.invalidId', { max: MAX_ID_LENGTH }));
  }
  // The service would replace the session, which may be another server's.
  if ((await tagging.placeOf(id)) !== null) throw new UserError(t('tag:reply.idInUse'));
  return id;
}

/**
 * The person's own webhook for the result; null: none. Throws a `UserError` for URLs that cannot be public. It must
 * be https: the embedded service is in the operator's network, and its certificate check keeps it from posting to
 * hosts there.
 */
export function readOwnWebhook({ interaction, t }: SlashCall): string | null {
  const typed = interaction.options.getString('webhook')?.trim() ?? '';
  if (typed === '') return null;
  if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) {
    throw new UserError(t('tag:reply.webhookNeedsManageServer'));
  }
  const url = URL.canParse(typed) ? new URL(typed) : null;
  const isPublic =
    url !== null &&
    url.protocol === 'https:' &&
    url.hostname.includes('.') &&
    isIP(url.hostname) === 0;
  if (!isPublic) throw new UserError(t('tag:reply.invalidWebhook'));
  return url.href;
}
