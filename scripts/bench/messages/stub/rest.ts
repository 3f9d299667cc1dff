import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { botUser, dmChannelId, messageCreate, nextId } from './payloads.ts';

function respond(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Answers a bot's requests to Discord, without rate limits. */
export async function answerRest(
  request: IncomingMessage,
  response: ServerResponse,
  options: { gatewayUrl: string; shards: number; onDelete: (messageId: string) => void },
): Promise<void> {
  const { url = '' } = request;
  const deletion = /\/channels\/\d+\/messages\/(\d+)$/.exec(url);
  if (request.method === 'DELETE' && deletion !== null) {
    response.writeHead(204).end();
    options.onDelete(deletion[1] ?? '');
    return;
  }
  const body = await text(request);
  const [, messageId] = /\/messages\/(\d+)$/.exec(url) ?? [];
  if (messageId !== undefined) {
    // For the bot's own posts, which it fetches and edits.
    const { data } = messageCreate(0, 0, 2, false);
    respond(response, { ...data, author: botUser, id: messageId });
    return;
  }
  if (url.endsWith('/messages/bulk-delete')) {
    response.writeHead(204).end();
    const { messages } = JSON.parse(body) as { messages: string[] };
    for (const id of messages) options.onDelete(id);
  } else if (url.endsWith('/gateway/bot')) {
    const { gatewayUrl, shards } = options;
    const session_start_limit = {
      total: 1000,
      remaining: 1000,
      reset_after: 0,
      max_concurrency: shards,
    };
    respond(response, { url: gatewayUrl, shards, session_start_limit });
  } else if (url.endsWith('/users/@me/channels')) {
    const { recipient_id: recipientId } = JSON.parse(body) as { recipient_id: string };
    const id = dmChannelId(recipientId);
    respond(response, { id, type: 1, recipients: [], last_message_id: null });
  } else if (request.method === 'POST') {
    const { data } = messageCreate(0, 0, 2, false);
    respond(response, { ...data, author: botUser, id: nextId() });
  } else if (url.includes('/messages')) {
    respond(response, []);
  } else {
    respond(response, { ...botUser, flags: 0 });
  }
}
