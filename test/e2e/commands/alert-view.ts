import type { APIMessage, ButtonStyle } from 'discord-api-types/v10';
import { vi } from 'vitest';
import { buttonsIn, press } from '../../../scripts/demo/press-button.ts';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import type { Scene } from '../scene.ts';

export { answerTo, press } from '../../../scripts/demo/press-button.ts';

/** The current alert about a message. */
export function alertAbout(on: Scene, messageId: string): APIMessage {
  const posts = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()];
  const alert = posts.find((post) => on.isAlertAbout(messageId, post));
  if (alert === undefined) throw new Error('There is no alert about it.');
  return alert;
}

/** The labels of the enabled buttons. */
export function buttonsOf(message: APIMessage): string[] {
  return buttonsIn(message).flatMap(({ label = '', disabled }) =>
    disabled === true ? [] : [label],
  );
}

export function styleOf(message: APIMessage, wanted: string): ButtonStyle | undefined {
  return buttonsIn(message).find(({ label }) => label === wanted)?.style;
}

/** The text of an alert. */
export function textOf({ embeds }: APIMessage): string {
  return embeds[0]?.description ?? '';
}

/** The question that a button of a post asks, or what it says to that person alone. */
export async function questionOf(clicked: Interaction): Promise<APIMessage> {
  if (clicked.isEphemeral) return clicked.response();
  return vi.waitFor(async () => {
    const [question] = await clicked.followUps();
    if (question === undefined) throw new Error('There is no question yet.');
    return question;
  }, ANSWER_WITHIN);
}

/** Presses a button of a post and reads what only that person is told. */
export async function toldAfter(person: Person, post: APIMessage, label: string): Promise<string> {
  return (await questionOf(await person.click(post, label))).content;
}

const ANSWER_WITHIN = { timeout: 10_000, interval: 10 };

/** Presses a button that asks first, and then the answer; resolves to the reply. */
export async function confirm(
  person: Person,
  post: APIMessage,
  [button, answer]: readonly [button: string, answer: string],
): Promise<string> {
  const question = await questionOf(await person.click(post, button));
  return press(person, question, answer);
}
