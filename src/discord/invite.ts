import { OAuth2Scopes } from 'discord.js';
import { NEEDED_PERMISSIONS } from './permissions.ts';

/**
 * The link by which an owner adds the bot to a server. Opened in a browser, so it is always Discord's own address;
 * discord.js would make it one of the API's, which may be a proxy.
 */
export function inviteUrl({
  application,
}: {
  readonly application: { readonly id: string };
}): string {
  const query = new URLSearchParams({
    client_id: application.id,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: NEEDED_PERMISSIONS.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
