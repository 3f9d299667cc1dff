import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { isAboutCopies, type Case } from '../../domain/case.ts';
import { canAllowText } from '../../domain/reviews/appeals.ts';
import { subjectText, type Review, type ReviewSubject } from '../../domain/reviews/review.ts';
import { detailsId } from '../alerts/alert-buttons.ts';

type Button = APIButtonComponentWithCustomId;
type Row = APIActionRowComponent<Button>;

/** Custom ids are `review:appeal:<case>:accept` or `:allow`, `reject:appeal:<case>` and `review:report:<message>:<kind>`. */
export const REVIEW_ID = 'review';
export const REJECT_ID = 'reject';
/** `appeal:<server>:<case>`. Who presses it is checked against the case. */
export const APPEAL_ID = 'appeal';

export const REPORT_CHOICES = ['delete', 'timeout', 'dismiss'] as const;
export type ReportChoice = (typeof REPORT_CHOICES)[number];

/** The prefix of the custom ids of the buttons that decide, by which a restarted process finds the post. */
export function reviewIdPrefix(subject: ReviewSubject): string {
  return `${REVIEW_ID}:${subjectText(subject)}:`;
}

/** The buttons of an undecided review; none once it is decided. */
export function reviewButtons(t: Translate, review: Review, record: Case | null): Row[] {
  if (review.decision !== null) return [];
  const buttons =
    review.kind === 'appeal' ? appealButtons(t, review, record) : reportButtons(t, review);
  const details: Button[] =
    record === null
      ? []
      : [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            label: t('alerts:button.details'),
            custom_id: detailsId(record.number),
          },
        ];
  return [{ type: ComponentType.ActionRow, components: [...buttons, ...details] }];
}

function appealButtons(t: Translate, subject: ReviewSubject, record: Case | null): Button[] {
  const allow: Button = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: t('appeals:post.allow'),
    custom_id: `${reviewIdPrefix(subject)}allow`,
  };
  return [
    {
      type: ComponentType.Button,
      style: ButtonStyle.Success,
      label: t('appeals:post.accept'),
      custom_id: `${reviewIdPrefix(subject)}accept`,
    },
    ...(record !== null && canAllowText(record) ? [allow] : []),
    {
      type: ComponentType.Button,
      style: ButtonStyle.Danger,
      label: t('appeals:post.reject'),
      custom_id: `${REJECT_ID}:${subjectText(subject)}`,
    },
  ];
}

const REPORT_STYLES: Readonly<Record<ReportChoice, Button['style']>> = {
  delete: ButtonStyle.Primary,
  timeout: ButtonStyle.Secondary,
  dismiss: ButtonStyle.Success,
};

function reportButtons(t: Translate, subject: ReviewSubject): Button[] {
  return REPORT_CHOICES.map((choice) => ({
    type: ComponentType.Button,
    style: REPORT_STYLES[choice],
    label: choice === 'dismiss' ? t('report:post.dismiss') : t(`alerts:button.${choice}`),
    custom_id: `${reviewIdPrefix(subject)}${choice}`,
  }));
}

/** The button under a notice. */
export function appealButton(
  t: Translate,
  record: Pick<Case, 'guildId' | 'number' | 'judgement'>,
): Button {
  const { guildId, number } = record;
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: t(isAboutCopies(record) ? 'appeals:buttonOfHacked' : 'appeals:button'),
    custom_id: `${APPEAL_ID}:${guildId}:${number}`,
  };
}
