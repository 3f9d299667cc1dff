import {
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import {
  type Appeal,
  APPEAL_ID,
  appealStateOf,
  type Case,
  type CommandDeps,
  defuseLine,
  type Translate,
  visible,
} from '../../src/bot/command-kit.ts';
import { ownCaseLine } from '../case/lines.ts';

const QUOTE_LENGTH = 150;
const REASON_LENGTH = 200;
const OPTION_LENGTH = 100;

/** A case for its author. */
export interface OwnCase {
  readonly record: Case;
  /** Null after its retention period. */
  readonly text: string | null;
  readonly appeal: Appeal | null;
}

export async function ownCase(
  record: Case,
  { cases, reviews }: Pick<CommandDeps, 'cases' | 'reviews'>,
): Promise<OwnCase> {
  const { guildId, number: caseNumber } = record;
  const [text, review] = await Promise.all([
    cases.evidence(guildId, caseNumber),
    reviews.get({ guildId, kind: 'appeal', caseNumber }),
  ]);
  return { record, text, appeal: review?.kind === 'appeal' ? review : null };
}

/** The actions, the member's appeal and its outcome. */
export function ownCaseText(t: Translate, { record, text, appeal }: OwnCase): string {
  const quote = text === null ? '' : defuseLine(text, QUOTE_LENGTH);
  return [
    ownCaseLine(record, t),
    ...(quote === '' ? [] : [`> ${quote}`]),
    ...(appeal === null ? [] : [`⚖️ ${appealText(t, appeal)}`]),
  ].join('\n');
}

function appealText(t: Translate, { decision }: Appeal): string {
  switch (decision?.kind) {
    case undefined:
      return t('appeals:own.waiting');
    case 'accepted':
      return t('appeals:own.accepted');
    case 'rejected':
      return t('appeals:own.rejected', { reason: defuseLine(decision.reason, REASON_LENGTH) });
  }
}

/** A select of the cases that can be appealed. */
export function appealSelect(
  t: Translate,
  guildId: string,
  own: readonly OwnCase[],
  userId: string,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
  const options = own
    .filter(({ record, appeal }) => appealStateOf(record, appeal, userId).kind === 'possible')
    .map(({ record: { number }, text }) => {
      const description = visible(text ?? '', OPTION_LENGTH).replaceAll('\n', ' ');
      return {
        label: t('appeals:own.option', { number }),
        value: String(number),
        ...(description === '' ? {} : { description }),
      };
    });
  if (options.length === 0) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: `${APPEAL_ID}:${guildId}`,
          placeholder: t('appeals:own.choose'),
          options,
        },
      ],
    },
  ];
}
