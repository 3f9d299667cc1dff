import { randomUUID } from 'node:crypto';
import {
  ButtonStyle,
  ComponentType,
  type APIEmbed,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Call, ComponentCall, Reply } from './command.ts';
import type { Clock } from '../../shared/clock.ts';

/** Discord accepts edits of a private answer for this long. */
const ANSWER_WITHIN_MS = 15 * 60_000;
const MAX_OPEN = 1000;
/** Custom ids are `question:<id>:<choice>`. */
export const QUESTION_ID = 'question';

export interface QuestionChoice {
  /** At most 80 characters. */
  readonly label: string;
  readonly style: APIButtonComponentWithCustomId['style'];
  run(call: ComponentCall): Promise<Reply>;
}

export interface Question {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  /** At most four; a button to cancel follows. */
  readonly choices: readonly QuestionChoice[];
  /** Makes the final text from the reply; default: the reply itself. */
  readonly after?: (reply: Reply, call: ComponentCall) => Promise<Reply>;
}

interface OpenQuestion {
  readonly userId: string;
  readonly guildId: string;
  readonly askedAt: number;
  readonly question: Question;
}

/**
 * Questions to the person who ran a command, before something with serious consequences. They are kept in memory: after a
 * restart nothing happens, and the person has to run the command again.
 */
export interface Questions {
  /** The question with its buttons. */
  ask(call: Pick<Call<unknown>, 'guild' | 'by' | 't'>, question: Question): Reply;
  /** Removes a question, so that it is answered only once; null: this person has no such open question. */
  take(id: string, from: { userId: string; guildId: string }): Question | null;
}

export function createQuestions(clock: Clock): Questions {
  const open = new Map<string, OpenQuestion>();
  return {
    ask({ guild, by, t }, question) {
      const { choices, after: _after, ...shown } = question;
      const id = randomUUID();
      const [oldest] = open.keys();
      if (oldest !== undefined && open.size >= MAX_OPEN) open.delete(oldest);
      open.set(id, { userId: by.id, guildId: guild.id, askedAt: clock.now(), question });
      const buttons = choices.map(({ label, style }, index) => ({
        label,
        style,
        custom_id: `${QUESTION_ID}:${id}:${index}`,
      }));
      const cancel = {
        label: t('common:cancel'),
        style: ButtonStyle.Secondary as const,
        custom_id: `${QUESTION_ID}:${id}:cancel`,
      };
      const components = [...buttons, cancel].map((button) => ({
        type: ComponentType.Button as const,
        ...button,
      }));
      return { ...shown, components: [{ type: ComponentType.ActionRow, components }] };
    },
    take(id, { userId, guildId }) {
      const asked = open.get(id);
      if (asked === undefined || asked.userId !== userId || asked.guildId !== guildId) {
        return null;
      }
      open.delete(id);
      return clock.now() - asked.askedAt > ANSWER_WITHIN_MS ? null : asked.question;
    },
  };
}
