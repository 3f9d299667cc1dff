import { Client, Events, GatewayIntentBits, type Message } from 'discord.js';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { countHandled, serve } from '../messages/report-usage.ts';

/* A minimal word-list bot: discord.js receives a message, obscenity looks for words in it. */

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.MessageContent,
  ],
  rest: { api: process.env['DISCORD_API_URL'] ?? '' },
});
const matcher = new RegExpMatcher({
  ...englishDataset.build(),
  ...englishRecommendedTransformers,
});

async function moderate(message: Message): Promise<void> {
  if (!message.author.bot && matcher.hasMatch(message.content)) await message.delete();
}

client.on(Events.MessageCreate, (message) => void moderate(message).finally(countHandled));

const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
await client.login('token');
await ready;
serve(async () => {
  await client.destroy();
});
