import type { Clock } from '../../../shared/clock.ts';
import { isLogged } from '../../access/log-audience.ts';
import { refOf } from '../../domain/events.ts';
import type { LogEntry } from '../../domain/message-log.ts';
import type { Cases } from '../../domain/ports.ts';
import type { PostBody, PostKind, Settled } from '../../outbox/post-kind.ts';
import { hasRef } from '../../rest/find-post.ts';
import type { StoredMessageLog } from '../../storage/message-log/message-log.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';
import { placeIn, type Place, type PlaceDeps } from '../place.ts';
import { tryLater } from '../scheduled/scheduled-post.ts';
import type { FindDeleters } from './deleters.ts';
import { casesAbout, isDeletedByCase, type ShownEntry } from './entries.ts';
import { logEmbed } from './log-embed.ts';
import { logFile } from './log-file.ts';

/** Edits of 4,000 characters fit Discord's 10 MB for files. */
const MAX_ENTRIES = 300;
/** Between two posts. */
const PAUSE_MS = 10_000;

export interface LogPostDeps extends Omit<PlaceDeps, 'moderatorChannel'> {
  readonly messageLog: Pick<StoredMessageLog, 'next' | 'attempt' | 'remove'>;
  readonly cases: Pick<Cases, 'ofMessage' | 'list'>;
  readonly findDeleters: FindDeleters;
  readonly clock: Clock;
}

/** The deletions and edits of a server since the last post, together. */
export function createLogPost(deps: LogPostDeps): PostKind {
  const { client, policies, messageLog, cases, findDeleters, clock } = deps;

  async function bodyOf(
    entries: readonly LogEntry[],
    { guild, policy, renderer }: Place,
    ref: string,
  ): Promise<PostBody> {
    const [first] = entries;
    if (guild === null || first === undefined) return {};
    const records = await casesAbout(cases, first.guildId, entries);
    const deleters = await findDeleters(guild, entries);
    const shown = entries.map((entry): ShownEntry => {
      const record = records.get(entry.messageId) ?? null;
      const isOurs = entry.kind !== 'edited' && record !== null && isDeletedByCase(record);
      return { ...entry, record, isOurs, byId: deleters.get(entry) ?? null };
    });
    const { t } = renderer;
    const { embed, isCut } = logEmbed(t, shown, ref);
    const { timeZone } = policy;
    return { embeds: [embed], files: isCut ? [logFile(t, shown, { guild, timeZone })] : [] };
  }

  return {
    name: 'message log',
    pauseMs: PAUSE_MS,
    isEdited: false,
    async load(post) {
      const { guildId, attempt } = post;
      const policy = await policies.get(guildId);
      const { channelId } = policy.messageLog;
      if (channelId === null) return { dueAt: 'never' };
      const options = { limit: MAX_ENTRIES, attempted: attempt !== null };
      const entries = await messageLog.next(guildId, options);
      const [first] = entries;
      const next = entries.length === MAX_ENTRIES ? clock.now() + PAUSE_MS : null;
      if (first === undefined) {
        // They were erased before a second attempt.
        return attempt === null ? { dueAt: null } : { dueAt: clock.now(), attempt: null };
      }
      const place = placeIn(guildId, client, {
        policy,
        target(guild) {
          const found = moderatorChannelOf(guild, { moderatorChannelId: channelId }, '');
          return found.kind === 'found' ? { kind: 'channel', channelId } : { kind: 'unusable' };
        },
      });
      const { guild } = place;
      const done: Settled = { dueAt: next, write: messageLog.remove(entries) };
      const shown = entries.filter(
        (entry) => guild === null || isLogged(guild, policy.messageLog, entry.channelId) === true,
      );
      if (shown.length === 0) return { ...done, attempt: null };
      const item = `${first.messageId} ${first.kind} ${first.at}`;
      const ref = refOf(item);
      return {
        urgency: null,
        target: place.target,
        item,
        begin: messageLog.attempt(entries),
        body: () => bodyOf(shown, place, ref),
        isSame: hasRef(ref),
        shown: () => done,
        unusable: () => tryLater(clock),
      };
    },
  };
}
