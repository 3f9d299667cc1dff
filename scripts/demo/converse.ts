import { createInterface } from 'node:readline/promises';
import type { APIEmbed } from 'discord-api-types/v10';
import { messageOf } from '../../src/lib/errors.ts';
import type { MessageOutcome } from '../../src/pipeline/outcome.ts';
import type { Name, Stage } from './stage.ts';

const DEFAULT_CHANNEL = 'general';
/** Those of the sandbox that messages can be written in, save for the moderators' own. */
const CHANNELS = ['general', 'random', 'announcements', 'Lounge'];

/** Lets a person talk as any member, and shows what the bot makes of it, until the input ends or a signal comes. */
export async function converse(
  stage: Stage,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const lines = createInterface({ input, output, terminal: process.stdout.isTTY, prompt: '> ' });
  const print = (text: string): void => void output.write(`${text}\n`);
  process.once('SIGTERM', () => lines.close());

  print(welcome(stage));
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() === 'quit') break;
    if (line.trim() !== '') {
      try {
        print(await speak(stage, line));
      } catch (error) {
        print(messageOf(error));
      }
    }
    lines.prompt();
  }
  lines.close();
}

function welcome({ sandbox }: Stage): string {
  const { apiUrl, channels, members } = sandbox;
  return `
Portcullis is running on a Discord of its own, at ${apiUrl}

Talk as one of its members, such as:

  alice: good morning
  bob: you are such an idiot
  bob #random: fuck you, you stupid bitch

Members   ${Object.keys(members).join(', ')}
Channels  ${CHANNELS.join(', ')}
Alerts are posted in #mod-alerts. "quit" or Ctrl-C ends it.

The same over HTTP, as Discord's own API takes it:

  curl ${apiUrl}/v10/channels/${channels.general}/messages \\
    -H 'authorization: ${members.alice.token}' -H 'content-type: application/json' \\
    -d '{"content": "good morning"}'
`;
}

/** "bob #random: text" → Bob says it there; resolves to what came of it. */
async function speak(stage: Stage, line: string): Promise<string> {
  const { sandbox } = stage;
  const spoken = /^\s*(?<name>[\w-]+)\s*(?:#(?<channel>[\w-]+))?\s*:\s*(?<text>.+)$/.exec(
    line,
  )?.groups;
  if (spoken === undefined) {
    return 'Write a name, a colon and what they say, such as "alice: hello".';
  }
  const { name = '', channel = DEFAULT_CHANNEL, text = '' } = spoken;
  const channelId = CHANNELS.includes(channel)
    ? Object.entries(sandbox.channels).find(([known]) => known === channel)?.[1]
    : undefined;
  if (!isMember(stage, name)) return `Nobody here is named ${name}.`;
  if (channelId === undefined) return `There is no channel #${channel}.`;

  const message = await stage.person(name).say(channelId, text);
  const outcome = await stage.outcomeOf(message.id);
  const stands = (await stage.person('owner').find(channelId, message.id)) !== null;
  return `  ${stands ? 'It stands' : 'It was deleted'}: ${await explain(stage, outcome)}`;
}

function isMember({ sandbox }: Stage, name: string): name is Name {
  return Object.hasOwn(sandbox.members, name);
}

async function explain(stage: Stage, outcome: MessageOutcome): Promise<string> {
  switch (outcome.kind) {
    case 'passed':
      return 'nothing wrong with it.';
    case 'skipped':
      return `not looked at (${outcome.reason}).`;
    case 'acted':
    case 'unchecked':
    case 'known':
      return `case #${outcome.caseNumber}. In #mod-alerts:\n${await latestAlert(stage)}`;
  }
}

async function latestAlert({ sandbox, person }: Stage): Promise<string> {
  const [latest] = await person('owner').read(sandbox.channels['mod-alerts']);
  const embed = latest?.embeds[0];
  return embed === undefined ? '    (nothing)' : indented(embed);
}

function indented({ title, description, fields = [], footer }: APIEmbed): string {
  const lines = [
    title ?? '',
    description ?? '',
    ...fields.map(({ name, value }) => `${name}: ${value.replaceAll('\n', '; ')}`),
    footer?.text ?? '',
  ];
  return lines.map((line) => `    ${line}`).join('\n');
}
