import { SlashCommandBuilder } from '@discordjs/builders';
import {
  ButtonStyle,
  ComponentType,
  messageLink,
  PermissionFlagsBits,
  userMention,
  type APIButtonComponent,
} from 'discord.js';
import {
  type AlertCases,
  authorText,
  type Call,
  CLAIM_MS,
  claimantOf,
  type CommandDeps,
  type Component,
  createCanSee,
  headOf,
  inQueueOrder,
  isQueued,
  type Policy,
  type Reply,
  type SlashCommand,
  timestamp,
  type Translate,
} from '../src/bot/command-kit.ts';
import { DAY_MS } from '../src/shared/clock.ts';
import type { MemberCall } from './case/moderator-action.ts';
import { hiddenNote } from './case/pages.ts';
import { caseRecord } from './case/record.ts';
import { describe, forGuilds } from './shared/describe.ts';
import { checkMayModerate } from './shared/may-moderate.ts';
import { NEUTRAL_COLOUR } from './shared/colours.ts';

const ID = 'queue';
/** Older alerts are history. */
const DAYS = 7;
const MAX_OPEN = 500;
const SHOWN = 10;

/** Alerts that no moderator has handled. */
export const queueCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'queue'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .toJSON(),
  visibility: () => 'private',
  run: showQueue,
} satisfies SlashCommand<CommandDeps>;

/** Buttons of the queue: `queue:next` and `queue:list`. */
export const queueButton: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  run: (call, [act], deps) => (act === 'next' ? takeNext(call, deps) : showQueue(call, deps)),
};

/** The open alerts that the moderator can see, most urgent first. */
async function* openAlerts(call: MemberCall, { cases, clock }: CommandDeps) {
  checkMayModerate(call);
  const canSee = createCanSee(call);
  const sinceMs = clock.now() - DAYS * DAY_MS;
  const open = await cases.openAlerts(call.guild.id, { sinceMs, limit: MAX_OPEN });
  for (const [first] of inQueueOrder(open)) {
    // A moderator may have handled the alert by a case that is not open.
    const all = await cases.ofAlert(call.guild.id, first?.alert?.messageId ?? '');
    if (!isQueued(all)) continue;
    const visible = await Promise.all(all.map(canSee));
    if (visible.every(Boolean)) yield all;
  }
}

async function showQueue(call: MemberCall, deps: CommandDeps): Promise<Reply> {
  const { t } = call;
  const policy = await deps.policies.get(call.guild.id);
  const lines: string[] = [];
  for await (const alert of openAlerts(call, deps)) {
    if (lines.length === SHOWN) {
      lines.push(t('queue:reply.more'));
      break;
    }
    lines.push(lineOf(call, alert, { policy, now: deps.clock.now() }));
  }
  const note = hiddenNote(call, t);
  const next = button(t('queue:button.next'), 'next', ButtonStyle.Primary);
  return {
    embeds: [
      {
        title: t('queue:reply.title'),
        description: lines.join('\n') || t('queue:reply.none', { days: DAYS }),
        color: NEUTRAL_COLOUR,
        ...(note === null ? {} : { footer: { text: note } }),
      },
    ],
    content: '',
    components: lines.length === 0 ? [] : [rowOf(next)],
  };
}

/** Takes the first alert that nobody has taken. If two moderators press at once, each gets another one. */
async function takeNext(call: MemberCall, deps: CommandDeps): Promise<Reply> {
  const { t } = call;
  for await (const alert of openAlerts(call, deps)) {
    if (!(await take(call, alert, deps))) continue;
    const newest = alert.at(-1) ?? alert[0];
    const { embeds } = await caseRecord(call, newest, deps);
    const minutes = CLAIM_MS / 60_000;
    const buttons = [
      linkButton(t, alert),
      button(t('queue:button.next'), 'next', ButtonStyle.Primary),
      button(t('queue:button.list'), 'list', ButtonStyle.Secondary),
    ];
    return {
      embeds,
      content: t('queue:reply.yours', { minutes }),
      components: [rowOf(...buttons)],
    };
  }
  const queue = await showQueue(call, deps);
  return { ...queue, content: t('queue:reply.allTaken') };
}

/** Resolves to whether the moderator has it now, and had not before. */
async function take(
  { by }: Pick<Call<unknown>, 'by'>,
  alert: AlertCases,
  { cases, clock }: Pick<CommandDeps, 'cases' | 'clock'>,
): Promise<boolean> {
  let isTaken = false;
  await cases.update(alert[0], (latest) => {
    isTaken = claimantOf([latest], clock.now()) === null;
    return isTaken ? { ...latest, claim: { by, at: clock.now() } } : latest;
  });
  return isTaken;
}

/** `#12 · Deleted · @Bob · alert · 5 minutes ago · 👀 @Carol` */
function lineOf(
  { t }: Pick<Call<unknown>, 't'>,
  alert: AlertCases,
  { policy, now }: { readonly policy: Policy; readonly now: number },
): string {
  const [oldest] = alert;
  const newest = alert.at(-1) ?? oldest;
  const claimant = claimantOf(alert, now);
  return [
    `**#${newest.number}**${alert.length === 1 ? '' : ` (+${alert.length - 1})`}`,
    headOf(t, newest, policy),
    authorText(t, newest.author),
    `[${t('case:reply.list.alert')}](${urlOf(alert)})`,
    timestamp(oldest.openedAt, 'R'),
    ...(claimant === null ? [] : [`👀 ${userMention(claimant.id)}`]),
  ].join(' · ');
}

function urlOf([{ guildId, alert }]: AlertCases): string {
  return messageLink(alert?.channelId ?? '', alert?.messageId ?? '', guildId);
}

function linkButton(t: Translate, alert: AlertCases): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    label: t('queue:button.alert'),
    url: urlOf(alert),
  };
}

function button(
  label: string,
  act: 'next' | 'list',
  style: ButtonStyle.Primary | ButtonStyle.Secondary,
): APIButtonComponent {
  return { type: ComponentType.Button, style, label, custom_id: `${ID}:${act}` };
}

function rowOf(...components: APIButtonComponent[]) {
  return { type: ComponentType.ActionRow as const, components };
}
