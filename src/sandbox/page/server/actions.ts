import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';

import { sleep, systemClock } from '../../../shared/clock.ts';
import {
  DiscordRequestError,
  InteractionFailedError,
  type Interaction,
  type Person,
  type Upload,
} from '../../person.ts';
import type { ActionRequest, ActionResult, FileInput, PersonAction } from '../protocol/actions.ts';
import { choiceView } from './views/command-view.ts';
import { modalView } from './views/component-view.ts';

type View = Parameters<Parameters<Interaction['until']>[0]>[0];

/** A slower response does not keep the person from acting again. */
const SETTLE_MS = 3_000;

const id = z.string().regex(/^\d{1,20}$/);
const file = z.object({ name: z.string().min(1).max(200), base64: z.base64() });
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const message = z.object({ channelId: id, messageId: id });

const actionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('say'),
    channelId: id,
    text: z.string(),
    repliesTo: id.nullable(),
    files: z.array(file).max(10),
  }),
  message.extend({ kind: z.literal('edit'), text: z.string() }),
  message.extend({ kind: z.literal('delete') }),
  message.extend({ kind: z.literal('forward'), toChannelId: id }),
  message.extend({ kind: z.literal('react'), emoji: z.string().min(1).max(32), isOn: z.boolean() }),
  message.extend({ kind: z.literal('vote'), answerIds: z.array(z.int()).max(10) }),
  z.object({
    kind: z.literal('poll'),
    channelId: id,
    question: z.string(),
    answers: z.array(z.string()).max(10),
  }),
  z.object({ kind: z.literal('open thread'), channelId: id, title: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('slash'),
    channelId: id,
    path: z.string(),
    options,
    files: z.record(z.string(), file),
  }),
  z.object({
    kind: z.literal('autocomplete'),
    channelId: id,
    path: z.string(),
    options,
    focused: z.string(),
  }),
  z.object({
    kind: z.literal('menu'),
    channelId: id,
    of: z.enum(['user', 'message']),
    name: z.string(),
    targetId: id,
  }),
  message.extend({
    kind: z.literal('component'),
    customId: z.string(),
    values: z.array(z.string()).nullable(),
  }),
  z.object({
    kind: z.literal('modal'),
    interactionId: id,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()])),
  }),
]) satisfies z.ZodType<PersonAction>;

export const actionRequestSchema = z.object({
  as: id,
  locale: z.string(),
  action: actionSchema,
}) satisfies z.ZodType<ActionRequest>;

/** Acts over HTTP with the person's own token. A refusal by Discord or the bot is a result. */
export async function runAction(person: Person, action: PersonAction): Promise<ActionResult> {
  try {
    return await run(person, action);
  } catch (error) {
    if (error instanceof DiscordRequestError) {
      return { kind: 'refused', reason: `Discord refused: ${error.reason}` };
    }
    if (error instanceof InteractionFailedError) {
      return { kind: 'refused', reason: 'The application did not respond' };
    }
    throw error;
  }
}

async function run(person: Person, action: PersonAction): Promise<ActionResult> {
  switch (action.kind) {
    case 'say': {
      const { channelId, text, repliesTo, files } = action;
      const reference = repliesTo === null ? {} : { message_reference: { message_id: repliesTo } };
      await person.send(channelId, { content: text, ...reference }, files.map(uploadOf));
      return { kind: 'done' };
    }
    case 'edit':
      await person.edit(action.channelId, action.messageId, action.text);
      return { kind: 'done' };
    case 'delete':
      await person.delete(action.channelId, action.messageId);
      return { kind: 'done' };
    case 'forward': {
      const { channelId, messageId, toChannelId } = action;
      await person.send(toChannelId, {
        message_reference: { type: 1, channel_id: channelId, message_id: messageId },
      });
      return { kind: 'done' };
    }
    case 'react':
      await person.react(keyOf(action), action.emoji, action.isOn);
      return { kind: 'done' };
    case 'vote':
      await person.vote(keyOf(action), action.answerIds);
      return { kind: 'done' };
    case 'poll':
      await person.send(action.channelId, {
        poll: {
          question: { text: action.question },
          answers: action.answers.map((text) => ({ poll_media: { text } })),
        },
      });
      return { kind: 'done' };
    case 'open thread':
      await person.openThread(action.channelId, action.title, action.text);
      return { kind: 'done' };
    case 'slash': {
      const files = Object.fromEntries(
        Object.entries(action.files).map(([name, input]) => [name, uploadOf(input)]),
      );
      const { channelId, path, options: values } = action;
      return answered(await person.slash(channelId, path, values, files));
    }
    case 'autocomplete': {
      const { channelId, path, options: values, focused } = action;
      const choices = await person.autocomplete(channelId, path, values, focused);
      return { kind: 'choices', choices: choices.map((one) => choiceView(one, person.locale)) };
    }
    case 'menu': {
      const { channelId, of, name, targetId } = action;
      const use = of === 'user' ? person.userCommand : person.messageCommand;
      return answered(await use(channelId, name, targetId));
    }
    case 'component': {
      const { customId, values } = action;
      const key = keyOf(action);
      return answered(
        await settled(
          values === null
            ? await person.click(key, customId)
            : await person.select(key, customId, values),
        ),
      );
    }
    case 'modal': {
      const { interactionId, values } = action;
      return answered(await settled(await person.submit({ id: interactionId }, values)));
    }
  }
}

function keyOf({ channelId, messageId }: { channelId: string; messageId: string }) {
  return { id: messageId, channel_id: channelId };
}

/**
 * Waits for the response, not just the acknowledgement: until then the message shows its old state. A bot that deferred the
 * update of a post that others see may leave it as it is, so nothing is waited for then.
 */
async function settled(interaction: Interaction): Promise<Interaction> {
  const isAnswered = interaction
    .until((view) => view.isAnswered || isPublicUpdate(view))
    .catch(() => undefined);
  await Promise.race([isAnswered, sleep(systemClock, SETTLE_MS)]);
  return interaction;
}

function isPublicUpdate({ acknowledged, original }: View): boolean {
  const isPrivate = ((original?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return acknowledged === 'deferred-update' && !isPrivate;
}

function answered({ id: interactionId, modal }: Interaction): ActionResult {
  return modal === null
    ? { kind: 'done' }
    : { kind: 'modal', modal: modalView(interactionId, modal) };
}

function uploadOf({ name, base64 }: FileInput): Upload {
  return { name, content: new Uint8Array(Buffer.from(base64, 'base64')) };
}
