import { Client, Events, GatewayIntentBits, type Message } from 'discord.js';
import { Pool } from 'undici';
import { countHandled, serve } from './report-usage.ts';

/*
 * The minimum that a bot does per message with these libraries: discord.js receives it, undici asks the service, JSON.parse reads
 * the response. No validation, no limits, no retries, no storage.
 */

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.MessageContent,
    GatewayIntentBits.GuildModeration,
    GatewayIntentBits.DirectMessages,
  ],
  rest: { api: process.env['DISCORD_API_URL'] ?? '' },
});
const pool = new Pool(process.env['MODERATION_URL'] ?? '', { connections: 64 });

async function moderate(message: Message): Promise<void> {
  if (message.author.bot) return;
  const { body } = await pool.request({
    method: 'POST',
    path: '/text/moderation',
    headers: { 'content-type': 'application/json', 'x-service-api-auth': 'bench' },
    body: JSON.stringify({ sample: message.content, metadata: { messageId: message.id } }),
  });
  const verdict = JSON.parse(await body.text()) as {
    response: { suggestedAction: [string, number] };
  };
  if (verdict.response.suggestedAction[0] === 'delete') await message.delete();
}

client.on(Events.MessageCreate, (message) => void moderate(message).finally(countHandled));

const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
await client.login('token');
await ready;
serve(async () => {
  await client.destroy();
});
