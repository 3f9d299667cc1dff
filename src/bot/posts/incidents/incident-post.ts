import type { Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type {
  IncidentView,
  Progress,
  ServerPauses,
} from '../../domain/incidents/incident-ports.ts';
import { endOf, type Incident } from '../../domain/incidents/incident.ts';
import type { Cases, Policies } from '../../domain/ports.ts';
import type { PostFormat, PostKind } from '../../outbox/post-kind.ts';
import { buttonIds } from '../../rest/find-post.ts';
import type { StoredIncidents } from '../../storage/incidents.ts';
import { moderatorPlace } from '../place.ts';
import { incidentButtonId, incidentButtons } from './incident-buttons.ts';
import { incidentEmbed } from './incident-embed.ts';

/**
 * The post about an incident. Its number is the subject. An incident that nothing has joined for a while, or that is two hours
 * old, ends when the bot looks at its post.
 */
export function createIncidentPost(deps: {
  readonly format: PostFormat<IncidentView>;
  readonly incidents: Pick<StoredIncidents, 'get' | 'update' | 'updateIn' | 'figures'>;
  readonly cases: Pick<Cases, 'evidence'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly progress: (incident: Incident) => Progress | null;
  /** The shortest time between two edits of a post. */
  readonly incidentEditMs: number;
  readonly clock: Clock;
}): PostKind {
  const { format, incidents, cases, policies, progress, clock } = deps;

  /** Resolves to the time when an open incident ends if nothing joins it; null: it has ended. */
  async function endIfQuiet(
    incident: Incident,
    end: Parameters<typeof endOf>[1],
  ): Promise<{ incident: Incident; endsAt: number | null }> {
    if (incident.endedAt !== null) return { incident, endsAt: null };
    const endsAt = endOf(incident, end);
    const now = clock.now();
    if (now < endsAt) return { incident, endsAt };
    const ended = await incidents.update(incident, (latest) => ({
      ...latest,
      endedAt: latest.endedAt ?? now,
    }));
    return { incident: ended ?? incident, endsAt: null };
  }

  return {
    name: 'incident',
    pauseMs: deps.incidentEditMs,
    isEdited: true,
    async load({ guildId, subject }) {
      const stored = await incidents.get(guildId, Number(subject));
      if (stored === null) return { dueAt: 'never' };
      const [policy, figures] = await Promise.all([
        policies.get(guildId),
        incidents.figures(guildId, stored.number),
      ]);
      const { lastAt } = figures;
      const { quietMinutes } = policy.incidents;
      const { incident, endsAt } = await endIfQuiet(stored, { lastAt, quietMinutes });
      const texts = await Promise.all(
        figures.texts.map(async ({ caseNumber, cases: count }) => ({
          text: await cases.evidence(guildId, caseNumber),
          cases: count,
        })),
      );
      const view = { incident, figures, texts, policy, progress: progress(incident) };
      return {
        urgency: 'summary',
        target: format.target(view),
        isSame: (message) => format.isSame(view, message),
        body: () => format.body(view),
        shown: (post) => ({
          dueAt: endsAt,
          write: async (transaction) => {
            if (post.messageId === incident.post?.messageId) return;
            await incidents.updateIn(transaction, incident, (latest) => ({ ...latest, post }));
          },
        }),
        // The log names the missing channel with the first alert.
        unusable: () => ({ dueAt: endsAt, isFailure: true }),
      };
    },
  };
}

export function createIncidentFormat(deps: {
  readonly client: Client;
  readonly pauses: Pick<ServerPauses, 'state'>;
  readonly moderatorChannel: string;
}): PostFormat<IncidentView> {
  const { pauses } = deps;
  const placeOf = ({ incident, policy }: IncidentView) =>
    moderatorPlace(incident.guildId, { ...deps, policy });
  return {
    target: (view) => placeOf(view).target,
    body(view) {
      const { renderer } = placeOf(view);
      const state = pauses.state(view.incident.guildId);
      return {
        embeds: [incidentEmbed(renderer, view, state)],
        components: incidentButtons(renderer.t, view.incident, state),
      };
    },
    isSame: ({ incident }, message) =>
      buttonIds(message).includes(incidentButtonId(incident.number, 'undo')),
  };
}
