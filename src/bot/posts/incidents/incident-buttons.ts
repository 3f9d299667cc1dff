import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { pauseSchema, type Incident, type Pause } from '../../domain/incidents/incident.ts';
import type { ServerPauses } from '../../domain/incidents/incident-ports.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;
type Button = Pick<APIButtonComponentWithCustomId, 'style'> & {
  readonly action: string;
  readonly label: string;
};

export function incidentButtonId(number: number, action: string): string {
  return `incident:${number}:${action}`;
}

/** `pauses`: null if the bot may not pause anything. */
export function incidentButtons(
  t: Translate,
  { number, endedAt }: Pick<Incident, 'number' | 'endedAt'>,
  pauses: ReturnType<ServerPauses['state']>,
): ButtonRow[] {
  const grey = ButtonStyle.Secondary;
  const end: Button = { action: 'end', label: t('incident:button.end'), style: grey };
  const acting: Button[] = [
    { action: 'timeout', label: t('incident:button.timeout'), style: grey },
    { action: 'ban', label: t('incident:button.ban'), style: ButtonStyle.Danger },
    ...(endedAt === null ? [end] : []),
    // Last, because nobody wants to press it while a raid is running.
    { action: 'undo', label: t('incident:button.undo'), style: grey },
  ];
  const pausing = pauseSchema.options.flatMap((what) => pauseButton(t, what, pauses, endedAt));
  const rows = [acting, pausing].filter(({ length }) => length > 0);
  return rows.map((buttons) => ({
    type: ComponentType.ActionRow,
    components: buttons.map(({ action, label, style }) => ({
      type: ComponentType.Button,
      custom_id: incidentButtonId(number, action),
      label,
      style,
    })),
  }));
}

/** When the incident is over, nothing more needs to be paused. */
function pauseButton(
  t: Translate,
  what: Pause,
  pauses: ReturnType<ServerPauses['state']>,
  endedAt: number | null,
): Button[] {
  if (pauses === null) return [];
  if (pauses[what] === null && endedAt !== null) return [];
  const kind = pauses[what] === null ? 'pause' : 'resume';
  const label = t(`incident:button.${kind}.${what}`);
  return [{ action: `${kind}-${what}`, label, style: ButtonStyle.Secondary }];
}
