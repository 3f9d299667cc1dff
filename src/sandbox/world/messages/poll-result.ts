import { EmbedType, type APIEmbed, type APIPoll } from 'discord-api-types/v10';

/** The embed of the message that announces a poll's result (resources/message, poll result embed fields). */
export function pollResultEmbed(
  poll: APIPoll,
  votes: ReadonlyMap<number, ReadonlySet<string>>,
): APIEmbed {
  const counts = poll.answers.map((answer) => ({
    answer,
    count: votes.get(answer.answer_id)?.size ?? 0,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [first, ...others] = counts.filter(({ count }) => count === most);
  // A tie and a poll without votes have no winner.
  const winner = most > 0 && others.length === 0 ? first?.answer : undefined;
  const { text, emoji } = winner?.poll_media ?? {};
  const fields = {
    poll_question_text: poll.question.text,
    victor_answer_votes: String(most),
    total_votes: String(total),
    victor_answer_id: winner?.answer_id.toString(),
    victor_answer_text: text,
    victor_answer_emoji_id: emoji?.id,
    victor_answer_emoji_name: emoji?.name,
  };
  return {
    type: EmbedType.PollResult,
    fields: Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [{ name, value, inline: false }],
    ),
  };
}
