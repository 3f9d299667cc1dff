import { type CommandDeps, type Component, QUESTION_ID } from '../src/bot/command-kit.ts';

/** Buttons of a question; the answer replaces it. */
export const questionButton: Component<CommandDeps> = {
  id: QUESTION_ID,
  answer: { kind: 'update' },
  async run(call, [id = '', choice = ''], { questions }) {
    const { t, by, guild } = call;
    const question = questions.take(id, { userId: by.id, guildId: guild.id });
    if (question === null) return { content: t('common:questionExpired') };
    const chosen = choice === 'cancel' ? undefined : question.choices[Number(choice)];
    const reply =
      chosen === undefined ? { content: t('common:questionCancelled') } : await chosen.run(call);
    return question.after === undefined ? reply : question.after(reply, call);
  },
};
