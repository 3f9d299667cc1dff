import type { Component } from '../src/discord/interactions/command.ts';
import type { CommandDeps } from './deps.ts';
import { QUESTION_ID } from './shared/questions.ts';

/** The buttons of a question; the answer replaces it. */
export const questionButton: Component<CommandDeps> = {
  id: QUESTION_ID,
  answer: { kind: 'update' },
  async run(call, [id = '', choice = ''], { questions }) {
    const { t, by, guild } = call;
    const choices = questions.take(id, { userId: by.id, guildId: guild.id });
    if (choices === null) return { content: t('common:questionExpired') };
    const chosen = choice === 'cancel' ? undefined : choices[Number(choice)];
    return chosen === undefined ? { content: t('common:questionCancelled') } : chosen.run(call);
  },
};
