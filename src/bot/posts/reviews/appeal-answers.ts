import { RESTJSONErrorCodes, type APIEmbed, type Client } from 'discord.js';
import { refOf } from '../../domain/events.ts';
import type { Clock } from '../../../shared/clock.ts';
import { translator, type Translate } from '../../locales/translate.ts';
import type { Case } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import { isUnbanned } from '../../domain/reviews/appeals.ts';
import type { Appeal } from '../../domain/reviews/review.ts';
import type { AppealAnswers } from '../../domain/reviews/review-ports.ts';
import { guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { refusalOutcome } from '../../acting/actions/refusal-outcome.ts';
import { refusal } from '../../acting/actions/refusals.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { listMessages, openDirectMessages, postMessage } from '../../rest/rest.ts';
import { serverLanguage } from '../../rendering/renderer.ts';
import { defuse, visible } from '../../rendering/sanitize.ts';

/** How many direct messages are searched for an answer that an earlier attempt may have sent. */
const SEARCHED_MESSAGES = 50;
const OPENING_DMS_TOO_FAST: number = RESTJSONErrorCodes.OpeningDirectMessagesTooFast;

export function createAppealAnswers({
  client,
  clock,
}: {
  readonly client: Client;
  readonly clock: Clock;
}): AppealAnswers {
  const { rest } = client;

  async function isSent(
    dmChannelId: string,
    { footer }: APIEmbed,
    sinceMs: number,
  ): Promise<boolean> {
    const { messages } = await listMessages(rest, dmChannelId, { limit: SEARCHED_MESSAGES });
    return messages.some(
      ({ author, embeds: [first], timestamp }) =>
        author.id === client.user?.id &&
        first?.footer?.text === footer?.text &&
        Date.parse(timestamp) >= sinceMs,
    );
  }

  return {
    async send(appeal, { policy, record, resumed }): Promise<Outcome | Unavailable> {
      const { guildId, member, openedAt } = appeal;
      const availability = guildAvailability(client, guildId);
      if (availability.kind === 'left') {
        return { status: 'refused', at: clock.now(), code: null, ...refusal('botLeft') };
      }
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const { guild } = availability;
      const embed = answerEmbed(translator(serverLanguage(guild, policy)), appeal, {
        server: guild.name,
        record,
      });
      try {
        const dmChannelId = await openDirectMessages(rest, member.id);
        if (!resumed || !(await isSent(dmChannelId, embed, openedAt))) {
          const nonce = nonceOf(appeal);
          await postMessage(rest, dmChannelId, { embeds: [embed], nonce, enforce_nonce: true });
        }
        return { status: 'done', at: clock.now() };
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        if (failure.code === OPENING_DMS_TOO_FAST) {
          return { status: 'unavailable', reason: failure.answer };
        }
        return refusalOutcome(failure, {
          action: { kind: 'notice' },
          at: clock.now(),
          context: { effect: 'notice', permission: null, botRole: '', channel: '' },
        });
      }
    },
  };
}

function answerEmbed(
  t: Translate,
  { caseNumber, decision, openedAt }: Appeal,
  { server, record }: { readonly server: string; readonly record: Case | null },
): APIEmbed {
  const isAccepted = decision?.kind === 'accepted';
  const name = defuse(server, 100);
  const values = { number: caseNumber, server: name };
  return {
    color: isAccepted ? 0x2ecc71 : 0x95a5a6,
    title: t(`appeals:answer.title.${isAccepted ? 'accepted' : 'rejected'}`, { server: name }),
    description: isAccepted
      ? [
          t('appeals:answer.accepted', values),
          ...(record !== null && isUnbanned(record) ? [t('appeals:answer.unbanned')] : []),
        ].join(' ')
      : t('appeals:answer.rejected', values),
    ...(decision?.kind === 'rejected'
      ? { fields: [{ name: t('appeals:answer.reason'), value: defuse(decision.reason, 1_000) }] }
      : {}),
    footer: {
      text: t('appeals:answer.footer', { number: caseNumber, server: visible(server, 100) }),
    },
    timestamp: new Date(openedAt).toISOString(),
  };
}

/** Discord compares nonces across all servers, and allows 25 characters. */
function nonceOf({ guildId, caseNumber }: Appeal): string {
  return `w${refOf(`answer ${guildId} ${caseNumber}`)}`;
}
