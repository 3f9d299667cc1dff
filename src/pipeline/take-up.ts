import type { Clock } from '../lib/clock.ts';
import { createInTurn } from '../lib/in-turn.ts';
import type { Cases, Policies } from '../moderation/ports.ts';
import type { Rulings } from '../moderation/ruling-ports.ts';
import { fingerprintOf } from '../moderation/sample.ts';

/**
 * The case about a message in which a keyword was found. One that is there is taken, whatever opened it, so that all who
 * decide about the message see what was done about it; the keyword alert is one of its alerts from then on.
 */
export function createTakeUp(deps: {
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
}): Rulings['takeUp'] {
  const { cases, policies, clock } = deps;
  // Two clicks at once open one case.
  const inTurn = createInTurn();

  return ({ guildId, channelId, messageId, authorId, keyword, text }, authorName, at) =>
    inTurn(`${guildId}/${messageId}`, async () => {
      const known = await cases.ofMessage(guildId, messageId);
      if (known !== null) {
        return cases.update(known, (latest) => {
          const isListed = latest.keywordAlerts.some((one) => one.messageId === at.messageId);
          return isListed ? latest : { ...latest, keywordAlerts: [...latest.keywordAlerts, at] };
        });
      }
      const { evidenceDays } = await policies.get(guildId);
      const now = clock.now();
      const draft = {
        guildId,
        channelId,
        messageId,
        author: { id: authorId, name: authorName },
        edited: false,
        fingerprint: fingerprintOf(text ?? ''),
        // A person decides, whatever the guild lets the bot do by itself.
        mode: 'enforce' as const,
        judgement: { kind: 'moderator' as const, occasion: `The keyword “${keyword}” was found.` },
        rule: 'keyword',
        withheld: null,
        escalation: null,
        steps: [],
        alert: null,
        keywordAlerts: [at],
        openedAt: now,
        closedAt: now,
        rulings: [],
        notes: [],
      };
      return cases.open(draft, text ?? '', evidenceDays);
    });
}
