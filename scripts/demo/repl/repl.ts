import { createInterface } from 'node:readline/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { errorMessage } from '../../../src/shared/errors.ts';
import type { MessageOutcome } from '../../../src/bot/judging/outcome.ts';
import type { Interaction, Person } from '../../../src/sandbox/person.ts';
import type { Harness, MemberName } from '../harness.ts';
import { answersPrivately, resultOf } from '../press-button.ts';
import { finalResponse } from '../script/responses.ts';
import { createNames } from './names.ts';
import { parseCommand } from './parse-command.ts';
import { parseLine, type Line } from './parse-line.ts';
import { buttonsOf, fieldsOf, renderButtons, renderMessage } from './render.ts';

const DEFAULT_CHANNEL = 'general';
const DEFAULT_MODERATOR: MemberName = 'moderator';
/** The channels with moderated messages. A forum takes posts instead. */
const CHANNELS = ['general', 'random', 'announcements', 'Lounge'];

/**
 * Lets the user act as any member and prints what the bot does, until the input ends or SIGTERM arrives. `current`
 * returns another harness after a reset.
 */
export async function runRepl(
  current: () => Harness,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<{ readonly hasInputEnded: boolean }> {
  let harness = current();
  let repl = createRepl(harness);
  const lines = createInterface({ input, output, terminal: process.stdout.isTTY, prompt: '> ' });
  const print = (text: string): void => void output.write(`${text}\n`);
  let hasInputEnded = true;
  process.once('SIGTERM', () => {
    hasInputEnded = false;
    lines.close();
  });

  print(welcome(harness));
  lines.prompt();
  for await (const text of lines) {
    const line = parseLine(text);
    if (line.kind === 'quit') {
      hasInputEnded = false;
      break;
    }
    if (harness !== current()) {
      harness = current();
      repl = createRepl(harness);
    }
    if (line.kind !== 'empty') {
      // Refusals by the sandbox and mistyped names are part of the demo.
      print(await repl.run(line).catch((error: unknown) => `  ${errorMessage(error)}`));
    }
    lines.prompt();
  }
  lines.close();
  return { hasInputEnded };
}

/** Runs lines one at a time; each resolves to the text to print. */
export function createRepl(harness: Harness): { run(line: Line): Promise<string> } {
  const { sandbox } = harness;
  const names = createNames(sandbox);
  /** The latest printed message with buttons. */
  let latest: APIMessage | null = null;

  function person(name: string): Person {
    const member = names.member(name);
    if (member === null) throw new Error(unknownMember(name, sandbox.members));
    return harness.person(member);
  }

  function channelId(name: string, writable: readonly string[]): string {
    const id = names.channelId(name);
    const isWritable = writable.some((channel) => channel.toLowerCase() === name.toLowerCase());
    if (id === null || !isWritable) {
      throw new Error(`There is no channel #${name}. Choose from: ${writable.join(', ')}`);
    }
    return id;
  }

  function show(message: APIMessage): string {
    if (buttonsOf(message).length > 0) latest = message;
    return renderMessage(message, names);
  }

  async function alertAbout(messageId: string): Promise<string> {
    const posts = await harness.person('owner').read(sandbox.channels['mod-alerts']);
    const alert = posts.find((post) => harness.isAlertAbout(messageId, post));
    return alert === undefined ? '' : `\n  Alert in #mod-alerts:\n${show(alert)}`;
  }

  async function say(line: Extract<Line, { kind: 'message' }>): Promise<string> {
    const speaker = person(line.member);
    const target = channelId(line.channel ?? DEFAULT_CHANNEL, CHANNELS);
    const { id } = await speaker.say(target, names.toMentions(line.text));
    const outcome = await harness.outcomeOf(id);
    const isKept = (await harness.person('owner').find(target, id)) !== null;
    return `  ${isKept ? 'Kept' : 'Deleted'}: ${explain(outcome)}${await alertAbout(id)}`;
  }

  async function use(line: Extract<Line, { kind: 'command' }>): Promise<string> {
    const user = person(line.member ?? DEFAULT_MODERATOR);
    const target = channelId(line.channel ?? DEFAULT_CHANNEL, [...CHANNELS, 'mod-alerts']);
    const commands = await user.commands(sandbox.guildId);
    const { path, options } = parseCommand(line.text, commands, names);
    return reply(await user.slash(target, path, options));
  }

  async function press(line: Extract<Line, { kind: 'press' }>): Promise<string> {
    const button = latest === null ? undefined : buttonsOf(latest)[line.button - 1];
    if (latest === null || button === undefined) {
      return '  There is no such button. Only the numbered buttons of the latest message work.';
    }
    const user = person(line.member ?? DEFAULT_MODERATOR);
    const pressed = await user.click(latest, button.customId);
    if (pressed.modal === null) return afterPress(user, pressed, latest);
    const fields = fieldsOf(pressed.modal);
    if (line.input === '') {
      const labels = fields.map(({ label }) => label).join(', ');
      return `  “${button.label}” asks for: ${labels}. Type “press ${line.button} TEXT”.`;
    }
    const [first] = fields;
    const inputs = first === undefined ? {} : { [first.customId]: line.input };
    return afterPress(user, await user.submit(pressed, inputs), latest);
  }

  /** The reply, and the buttons that the message has after it. */
  async function afterPress(
    user: Person,
    pressed: Interaction,
    message: APIMessage,
  ): Promise<string> {
    const text = answersPrivately(message, pressed)
      ? await reply(pressed)
      : await shownAnswer(user, pressed, message);
    if (latest !== message || message.channel_id !== sandbox.channels['mod-alerts']) return text;
    latest = await harness.person('owner').find(message.channel_id, message.id);
    const buttons = latest === null ? '' : renderButtons(latest);
    return buttons === '' ? text : `${text}\n  The alert is up to date. ${buttons}`;
  }

  async function shownAnswer(
    user: Person,
    pressed: Interaction,
    message: APIMessage,
  ): Promise<string> {
    const { followUps, changed } = await resultOf(user, message, pressed);
    return changed === null
      ? `  Reply, visible only to this person:\n${followUps.map(show).join('\n')}`
      : `  The message is now:\n${renderMessage(changed, names)}`;
  }

  async function reply(interaction: Interaction): Promise<string> {
    const isUpdate = interaction.acknowledged.includes('update');
    const message = await finalResponse(interaction);
    const heading = interaction.isEphemeral ? 'Reply, visible only to this person' : 'Reply';
    return `  ${isUpdate ? 'The message is now' : heading}:\n${show(message)}`;
  }

  return {
    async run(line) {
      switch (line.kind) {
        case 'message':
          return say(line);
        case 'command':
          return use(line);
        case 'press':
          return press(line);
        case 'help':
          return help(harness);
        case 'invalid':
          return '  Type a member, a colon and a message, such as “alice: hello”, or “help”.';
        case 'empty':
        case 'quit':
          return '';
      }
    },
  };
}

function explain(outcome: MessageOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return 'nothing found.';
    case 'skipped':
      return `not checked (${outcome.reason}).`;
    case 'unchecked':
      return `the service could not check it, case #${outcome.caseNumber}.`;
    case 'acted':
    case 'known':
      return `case #${outcome.caseNumber}.`;
  }
}

function unknownMember(name: string, members: Harness['sandbox']['members']): string {
  return `There is no member ${name}. Choose from: ${Object.keys(members).join(', ')}`;
}

function welcome(harness: Harness): string {
  return `
Portcullis is running on a simulated Discord. Act as its members:
${help(harness)}`;
}

function help({ sandbox }: Harness): string {
  const { apiUrl, channels, members } = sandbox;
  return `
  alice: good morning                      a message in #${DEFAULT_CHANNEL}
  bob #random: @alice you are an idiot     in another channel, with a mention
  mod: /case show number:1                 a slash command ("/case list" alone: as ${DEFAULT_MODERATOR})
  press 1                                  a button of the latest alert or reply
  help, quit

  Members:  ${Object.keys(members).join(', ')} (a unique start is enough: mod)
  Channels: ${CHANNELS.join(', ')}. Alerts appear in #mod-alerts.

  The same through Discord's HTTP API:
  curl ${apiUrl}/v10/channels/${channels.general}/messages \\
    -H 'authorization: ${members.alice.token}' -H 'content-type: application/json' \\
    -d '{"content": "good morning"}'
`;
}
