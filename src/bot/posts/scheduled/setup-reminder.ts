import type { APIMessage } from 'discord.js';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { serverLink, setupButton } from '../onboarding/setup-button.ts';
import { directTarget, moderatorPlace, placeIn, type PlaceDeps } from '../place.ts';
import { DONE, type ScheduledPost } from './scheduled-post.ts';
import { systemTarget } from './welcome.ts';

const WEEK_MS = 7 * DAY_MS;

/**
 * Reminds the owner that the bot only watches, because the server has no usable moderator channel: at most once a week, and
 * not in the first week. If they accept no direct messages, it is posted in the server.
 */
export function createSetupReminder(
  deps: PlaceDeps & { readonly outbox: Pick<Outbox, 'get'>; readonly clock: Clock },
): ScheduledPost {
  const { client, outbox, clock } = deps;

  async function isNeeded(guildId: string): Promise<boolean> {
    const { target, policy, guild } = moderatorPlace(guildId, {
      ...deps,
      policy: await deps.policies.get(guildId),
    });
    return guild !== null && policy.mode !== 'off' && target.kind === 'unusable';
  }

  return {
    sameWithinMs: WEEK_MS,
    async dueAt(guildId, latest) {
      if (!(await isNeeded(guildId))) return null;
      const now = clock.now();
      const welcome = await outbox.get({ guildId, kind: 'welcome', subject: '' });
      if (welcome !== null && now - welcome.revision < WEEK_MS) return null;
      return latest === null || now - latest >= WEEK_MS ? now : null;
    },
    post: {
      name: 'setup reminder',
      pauseMs: 0,
      isEdited: false,
      async load({ guildId, tries }) {
        const policy = await deps.policies.get(guildId);
        const { target, renderer, guild } = placeIn(guildId, client, {
          policy,
          target: systemTarget,
        });
        const { t, mention } = renderer;
        if (guild === null && target.kind !== 'away') return DONE;
        if (guild !== null && !(await isNeeded(guildId))) return DONE;
        const direct = t('setup:reminder.direct', { server: guild?.name ?? '', command: '/setup' });
        const inServer = t('setup:reminder.inServer', { command: mention('setup') });
        const common = {
          urgency: null,
          shown: () => DONE,
          // An attempt in one of the two places counts for the other, too.
          isSame: ({ content }: APIMessage) => content === direct || content === inServer,
        } as const;
        if (guild !== null && tries === 0) {
          return {
            ...common,
            target: await directTarget(client, guild.ownerId),
            body: () => ({ content: direct, components: [serverLink(t, guildId)] }),
            unusable: () => ({ dueAt: clock.now(), isFailure: true }),
          };
        }
        return {
          ...common,
          target,
          body: () => ({ content: inServer, components: [setupButton(t)] }),
          unusable: () => DONE,
        };
      },
    },
  };
}
