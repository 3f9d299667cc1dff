import type { Api } from './api.ts';
import { addAutoModerationRoutes } from './routes/auto-moderation.ts';
import { addAuditLogRoutes } from './routes/audit-log.ts';
import { addBanRoutes } from './routes/bans.ts';
import { addChannelRoutes } from './routes/channels.ts';
import { addCommandRoutes } from './routes/commands.ts';
import { addGatewayRoutes } from './routes/gateway.ts';
import { addGuildRoutes } from './routes/guilds.ts';
import { addInteractionRoutes } from './routes/interactions.ts';
import { addInviteRoutes } from './routes/invites.ts';
import { addMemberRoutes } from './routes/members.ts';
import { addMessageRoutes } from './routes/messages.ts';
import { addPinRoutes } from './routes/pins.ts';
import { addPollRoutes } from './routes/polls.ts';
import { addReactionRoutes } from './routes/reactions.ts';
import { addRoleRoutes } from './routes/roles.ts';
import { addThreadMemberRoutes } from './routes/thread-members.ts';
import { addThreadRoutes } from './routes/threads.ts';
import { addUserRoutes } from './routes/users.ts';
import { addWebhookMessageRoutes } from './routes/webhooks/webhook-messages.ts';
import { addWebhookRoutes } from './routes/webhooks/webhooks.ts';

/** Adds the routes of every resource; each has its own file. */
export function addRoutes(api: Api): void {
  addGatewayRoutes(api);
  addUserRoutes(api);
  addGuildRoutes(api);
  addMemberRoutes(api);
  addBanRoutes(api);
  addRoleRoutes(api);
  addAuditLogRoutes(api);
  addAutoModerationRoutes(api);
  addChannelRoutes(api);
  addMessageRoutes(api);
  addReactionRoutes(api);
  addPinRoutes(api);
  addPollRoutes(api);
  addThreadRoutes(api);
  addThreadMemberRoutes(api);
  addWebhookRoutes(api);
  addWebhookMessageRoutes(api);
  addInviteRoutes(api);
  addCommandRoutes(api);
  addInteractionRoutes(api);
}
