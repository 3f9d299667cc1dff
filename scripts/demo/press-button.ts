import { setTimeout as sleep } from 'node:timers/promises';
import {
  ComponentType,
  MessageFlags,
  type APIButtonComponentWithCustomId,
  type APIMessage,
} from 'discord-api-types/v10';
import type { Interaction } from '../../src/sandbox/person-interactions.ts';
import type { Person } from '../../src/sandbox/person.ts';

export function buttonsIn({ components = [] }: APIMessage): APIButtonComponentWithCustomId[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((component) =>
          component.type === ComponentType.Button && 'custom_id' in component ? [component] : [],
        )
      : [],
  );
}

/** The labels of a message's buttons. */
export const labelsOf = (message: APIMessage): string[] =>
  buttonsIn(message).map(({ label = '' }) => label);

/**
 * Presses a button of an alert. If the alert has no room for it, presses “More…” and then the button there; returns the response
 * to “More…” if the button is not there, either.
 */
export async function pressButton(
  person: Person,
  alert: APIMessage,
  label: string,
): ReturnType<Person['click']> {
  const has = (message: APIMessage, wanted: string): boolean => labelsOf(message).includes(wanted);
  if (has(alert, label) || !has(alert, 'More…')) return person.click(alert, label);
  const more = await person.click(alert, 'More…');
  const details = await more.response();
  return has(details, label) ? person.click(details, label) : more;
}

/**
 * Presses a button; resolves to what the person reads then: a private answer, or where the post itself is the answer, what
 * “More…” says the moderators did.
 */
export async function press(person: Person, post: APIMessage, label: string): Promise<string> {
  return answerTo(person, post, await pressButton(person, post, label));
}

/** The same for a button or a form that was used on a post. */
export async function answerTo(
  person: Person,
  post: APIMessage,
  used: Interaction,
): Promise<string> {
  if (answersPrivately(post, used)) return (await used.response()).content;
  const { followUps, changed } = await resultOf(person, post, used);
  return changed === null
    ? followUps.map(({ content }) => content).join('\n')
    : byModerators(person, changed);
}

/** Whether the person gets a private answer, not a changed post. */
export const answersPrivately = (post: APIMessage, used: Interaction): boolean =>
  used.isEphemeral || isPrivate(post);

/** Waits until the post has changed, or until the person got private messages instead. */
export async function resultOf(
  person: Person,
  post: APIMessage,
  used: Interaction,
): Promise<{ readonly followUps: readonly APIMessage[]; readonly changed: APIMessage | null }> {
  for (let left = TRIES; left > 0; left -= 1) {
    const followUps = await used.followUps();
    if (followUps.length > 0) return { followUps, changed: null };
    const now = await person.find(post.channel_id, post.id);
    if (now !== null && isDone(now) && JSON.stringify(now.embeds) !== JSON.stringify(post.embeds)) {
      return { followUps: [], changed: now };
    }
    await sleep(PAUSE_MS);
  }
  throw new Error('The button was not answered.');
}

const TRIES = 400;
const PAUSE_MS = 25;

function isPrivate({ flags }: APIMessage): boolean {
  return flags !== undefined && (flags & MessageFlags.Ephemeral) !== 0;
}

function isDone(post: APIMessage): boolean {
  return !JSON.stringify(post.embeds).includes('⏳');
}

async function byModerators(person: Person, post: APIMessage): Promise<string> {
  if (!labelsOf(post).includes('More…')) return post.embeds[0]?.description ?? '';
  const { embeds } = await (await person.click(post, 'More…')).response();
  const fields = embeds[0]?.fields ?? [];
  return fields.find(({ name }) => name === 'By the moderators')?.value ?? '';
}
