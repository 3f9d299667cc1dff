import { html, type TemplateResult } from 'lit';

import type { PaneName } from '../../protocol/events.ts';
import type { MessageView, PollView } from '../../protocol/messages.ts';
import type { App } from '../app.ts';
import { cssVars } from '../css-vars.ts';

export function poll(
  app: App,
  pane: PaneName,
  { message, shown }: { message: MessageView; shown: PollView },
): TemplateResult {
  const { question, answers, isMultiple, isEnded } = shown;
  const total = answers.reduce((sum, { votes }) => sum + votes, 0);

  function vote(answerId: number): void {
    const mine = new Set(answers.flatMap(({ id, isMine }) => (isMine ? [id] : [])));
    if (mine.has(answerId)) mine.delete(answerId);
    else if (isMultiple) mine.add(answerId);
    else {
      mine.clear();
      mine.add(answerId);
    }
    const { channelId, id: messageId } = message;
    void app.act(pane, { kind: 'vote', channelId, messageId, answerIds: [...mine] });
  }

  const { texts } = app;
  const hint = isMultiple ? texts.pollSelectMore : texts.pollSelectOne;
  return html`<div class="poll" role="group" aria-label=${`Poll: ${question}`}>
    <p class="poll-question">${question}</p>
    ${answers.map(
      ({ id, text, votes, isMine }) =>
        html`<button
          class="poll-answer"
          aria-pressed=${isMine}
          ?disabled=${isEnded}
          ${cssVars({ '--share': `${total === 0 ? 0 : (100 * votes) / total}%` })}
          @click=${() => vote(id)}
        >
          <span>${text}</span><span>${votes}</span>
        </button>`,
    )}
    <p class="subtext">${isEnded ? texts.pollEnded : hint}</p>
  </div>`;
}
