import { SlashCommandBuilder } from '@discordjs/builders';
import { ComponentType, PermissionFlagsBits, userMention } from 'discord.js';
import {
  type CanSee,
  type CommandDeps,
  type Component,
  createCanSee,
  isAboveChannels,
  parseSubject,
  type Review,
  reviewButtons,
  reviewEmbed,
  type SlashCommand,
  subjectText,
  timestamp,
  type Translate,
  visible,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { describe, forGuilds } from '../shared/describe.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';

const CHOICE_ID = 'review-of';
const SHOWN = 25;
/** How many reviews are read. The oldest come first, and those in hidden channels could fill a shorter list. */
const SEARCHED = 100;

/** Lists open appeals and reports, including those without a post. */
export const appealsCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'appeals'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .toJSON(),
  visibility: () => 'private',
  async run(call, deps) {
    const { guild, interaction, t } = call;
    const canSee = createCanSee(call);
    const [open, count] = await Promise.all([
      deps.reviews.listOpen(guild.id, { limit: SEARCHED }),
      deps.reviews.countOpen(guild.id),
    ]);
    const shown: Review[] = [];
    for (const review of open) {
      if (shown.length < SHOWN && (await isVisible(review, canSee, deps))) shown.push(review);
    }
    const hidden = isAboveChannels(guild, interaction.member) ? [] : [t('appeals:list.hidden')];
    const rest = isAboveChannels(guild, interaction.member) ? count - shown.length : 0;
    const footer = [...(rest > 0 ? [t('common:more', { count: rest })] : []), ...hidden];
    return {
      embeds: [
        {
          title: t('appeals:list.title'),
          description:
            shown.map((review) => lineOf(t, review)).join('\n') || t('appeals:list.none'),
          ...(footer.length === 0 ? {} : { footer: { text: footer.join(' · ') } }),
        },
      ],
      components:
        shown.length === 0
          ? []
          : [
              {
                type: ComponentType.ActionRow,
                components: [
                  {
                    type: ComponentType.StringSelect,
                    custom_id: CHOICE_ID,
                    placeholder: t('appeals:list.choose'),
                    options: shown.map((review) => ({
                      label: labelOf(t, review),
                      value: subjectText(review),
                      description: visible(memberOf(review).name, 100) || memberOf(review).id,
                    })),
                  },
                ],
              },
            ],
    };
  },
} satisfies SlashCommand<CommandDeps>;

/** Shows a listed entry with its buttons. */
export const reviewChoice: Component<CommandDeps> = {
  id: CHOICE_ID,
  answer: { kind: 'private' },
  async run(call, _args, deps) {
    const { guild, interaction, t } = call;
    checkMayModerate(call);
    const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
    const subject = parseSubject(value.split(':'));
    const view =
      subject === null ? null : await deps.reviewControl.view({ guildId: guild.id, ...subject });
    if (view === null || !(await isVisible(view.review, createCanSee(call), deps))) {
      throw new UserError(t('appeals:reply.unknown'));
    }
    return {
      embeds: [reviewEmbed(call, view)],
      components: reviewButtons(t, view.review, view.record),
    };
  },
};

async function isVisible(
  review: Review,
  canSee: CanSee,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<boolean> {
  if (review.kind === 'report') return canSee(review);
  const record = await cases.get(review.guildId, review.caseNumber);
  return record !== null && canSee(record);
}

function memberOf(review: Review): { readonly id: string; readonly name: string } {
  return review.kind === 'appeal' ? review.member : review.author;
}

function labelOf(t: Translate, review: Review): string {
  return review.kind === 'appeal'
    ? t('appeals:list.appeal', { number: review.caseNumber })
    : t('appeals:list.report', { count: review.reporters });
}

function lineOf(t: Translate, review: Review): string {
  const when = timestamp(review.openedAt, 'R');
  const { id, name } = memberOf(review);
  const isMember = review.kind === 'appeal' || review.author.kind === 'person';
  return `**${labelOf(t, review)}** · ${isMember ? userMention(id) : visible(name, 80)} · ${when}`;
}
