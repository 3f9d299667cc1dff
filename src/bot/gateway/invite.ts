import { OAuth2Scopes } from 'discord.js';
import { INVITED_PERMISSION_BITS } from '../access/permissions.ts';

/**
 * The link with which an owner adds the bot to a server. Always on discord.com, because a browser opens it; discord.js would
 * use the API's address, which may be a proxy.
 */
export function inviteUrl({
  application,
}: {
  readonly application: { readonly id: string };
}): string {
  const query = new URLSearchParams({
    client_id: application.id,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: INVITED_PERMISSION_BITS.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
