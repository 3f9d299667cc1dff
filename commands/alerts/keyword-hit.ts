import { ButtonStyle } from 'discord.js';
import {
  type Case,
  caseAuthorOf,
  type CommandDeps,
  type ComponentCall,
  createCanSee,
  defuse,
  type KeywordHit,
  type MessageRef,
  type ModeratorActionKind,
  type Reply,
  spoiler,
  textOf,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkAuthority, runModeratorAction } from '../case/moderator-action.ts';

export interface HitAction {
  readonly eventId: string;
  readonly kind: ModeratorActionKind;
  readonly reason: string | null;
}

/**
 * An event can name the wrong author, so the author comes from the message: as Discord shows it now, or as one of the bot's
 * cases recorded it. Without either, the moderator is asked.
 */
export async function runOnKeywordHit(
  call: ComponentCall,
  action: HitAction,
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, interaction, t } = call;
  const { message } = interaction;
  const hit = await deps.keywordHits.get(action.eventId);
  if (hit === null || hit.guildId !== guild.id || message === null) {
    throw new UserError(t('case:reply.hitGone'));
  }
  if (!(await createCanSee(call)(hit))) throw new UserError(t('case:reply.hitHidden'));
  const alert = { channelId: message.channelId, messageId: message.id };
  const existingCase = await deps.cases.ofMessage(guild.id, hit.messageId);
  if (existingCase !== null) {
    return actOnHit(call, { ...action, alert, hit, author: existingCase.author }, deps);
  }
  const snapshot = await deps.history.message(hit.channelId, hit.messageId);
  if (snapshot === null) {
    const name = guild.members.cache.get(hit.authorId)?.displayName ?? hit.authorId;
    const named = { id: hit.authorId, name, kind: 'person', usedBy: null, joinedAt: null } as const;
    const run = (confirmed: ComponentCall): Promise<Reply> =>
      actOnHit(confirmed, { ...action, alert, hit, author: named }, deps);
    // Checked before the question, so that nobody confirms an action that they may not take.
    await checkAuthority(call, action.kind, { ...hit, author: named, reversals: [] });
    return askAboutGoneMessage(call, { hit, kind: action.kind, run }, deps);
  }
  if (snapshot.guildId !== guild.id) throw new UserError(t('case:reply.hitElsewhere'));
  const { author } = snapshot;
  const { content = '', ...rest } = await actOnHit(
    call,
    {
      ...action,
      alert,
      hit: { ...hit, text: textOf(snapshot) },
      author: caseAuthorOf(snapshot.author),
    },
    deps,
  );
  if (author.id === hit.authorId) return { content, ...rest };
  const { eventId } = hit;
  deps.logger.warn({ guildId: guild.id, eventId }, 'keyword event names the wrong author');
  const values = { author: author.id, named: hit.authorId };
  return {
    ...rest,
    content: `${t('case:reply.hitWrongAuthor', values)}\n${content}`,
    isOnPost: false,
  };
}

interface VerifiedHit extends HitAction {
  readonly hit: KeywordHit;
  readonly alert: MessageRef;
  readonly author: Case['author'];
}

async function actOnHit(
  call: ComponentCall,
  { hit, alert, author, kind, reason }: VerifiedHit,
  deps: CommandDeps,
): Promise<Reply> {
  // Checked before a case is opened.
  await checkAuthority(call, kind, { ...hit, author, reversals: [] });
  const record = await deps.moderatorActions.openCaseForKeywordHit(hit, author, alert);
  return runModeratorAction(call, { record, kind, reason }, deps);
}

/** Shows the event's data and asks, because nothing else confirms the data. */
function askAboutGoneMessage(
  call: ComponentCall,
  {
    hit,
    kind,
    run,
  }: {
    readonly hit: KeywordHit;
    readonly kind: ModeratorActionKind;
    readonly run: (call: ComponentCall) => Promise<Reply>;
  },
  { questions }: CommandDeps,
): Reply {
  const { t } = call;
  const quote = hit.text === null ? '' : defuse(hit.text, 1_000);
  return questions.ask(call, {
    embeds: [
      {
        title: t('case:hit.title'),
        description: t('case:hit.description'),
        fields: [
          { name: t('case:hit.author'), value: `<@${hit.authorId}>`, inline: true },
          { name: t('case:hit.channel'), value: `<#${hit.channelId}>`, inline: true },
          {
            name: t('case:hit.keyword'),
            value: defuse(hit.keywords.join(', '), 200) || '–',
            inline: true,
          },
          { name: t('case:hit.text'), value: quote === '' ? '–' : spoiler(quote) },
        ],
      },
    ],
    choices: [{ label: t(`case:hit.confirm.${confirmed(kind)}`), style: ButtonStyle.Danger, run }],
  });
}

/** Keyword alerts have only these buttons. */
function confirmed(kind: ModeratorActionKind): 'delete' | 'timeout' | 'ban' | 'done' {
  return kind === 'delete' || kind === 'timeout' || kind === 'ban' ? kind : 'done';
}
