import type { Background } from '../../shared/tasks/background.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import type { ErrorContext } from '../../shared/throttled-error-log.ts';
import type { Watermarks } from '../backfill/watermarks.ts';
import type { Case } from '../domain/case.ts';
import { areFilesChecked, decidePicture } from '../domain/decide.ts';
import type { KnownPictures, PictureMatch } from '../domain/pictures/known-pictures.ts';
import type { PictureReader, PictureReading } from '../domain/pictures/picture-ports.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import { fingerprintOf, textOf } from '../domain/sample.ts';
import type { Picture, Snapshot } from '../domain/snapshot.ts';
import { isDeletedBefore } from './is-deleted.ts';
import type { FlaggedMessage } from './judge.ts';
import { createSlots } from './slots.ts';

/** `skipped`: too many of the server's pictures were waiting. */
export type PictureOutcome = 'compared' | 'matched' | 'gone' | 'unreadable' | 'skipped';

/** Pictures of a server, since the process started. */
export interface PictureCounts {
  readonly waiting: number;
  readonly unreadable: number;
  readonly skipped: number;
}

/**
 * Compares the pictures of messages with those that their server knows, after their texts. A download neither holds a place
 * in the intake nor delays edits. Until it ends, no checkpoint passes the message, so it begins again after a restart.
 */
export interface PictureChecks {
  /** Takes a message whose text has been judged. Never throws, never waits. */
  add(snapshot: Snapshot): void;
  counts(guildId: string): PictureCounts;
}

const SLOTS = { total: 12, perGuild: 8 };
/** How many pictures of a server may wait; further ones are skipped. */
const MAX_WAITING = 500;

interface PictureCheckDeps {
  pictureReader: PictureReader;
  knownPictures: Pick<KnownPictures, 'isEmpty' | 'find' | 'preview' | 'seal'>;
  /** The acting stage. */
  act: (flagged: FlaggedMessage) => Promise<unknown>;
  /** Resolves to the case when no action of it is open. */
  whenActed: (record: Case) => Promise<Case>;
  cases: Pick<Cases, 'ofMessage'>;
  policies: Pick<Policies, 'get'>;
  watermarks: Pick<Watermarks, 'begin' | 'end'>;
  background: Background;
  retry: Retry;
  signal: AbortSignal;
  observePicture?: ((outcome: PictureOutcome) => void) | undefined;
}

interface Found {
  readonly match: PictureMatch;
  readonly reading: PictureReading;
}

export function createPictureChecks(deps: PictureCheckDeps): PictureChecks {
  const { pictureReader, knownPictures, act, policies, watermarks, background, retry } = deps;
  const slots = createSlots(SLOTS);
  const counted = new Map<string, { unreadable: number; skipped: number }>();

  function count(guildId: string, outcome: PictureOutcome): void {
    deps.observePicture?.(outcome);
    if (outcome !== 'unreadable' && outcome !== 'skipped') return;
    const counts = counted.get(guildId) ?? { unreadable: 0, skipped: 0 };
    counts[outcome] += 1;
    counted.set(guildId, counts);
  }

  async function look(guildId: string, picture: Picture): Promise<Found | null> {
    if (slots.waiting(guildId) >= MAX_WAITING) {
      count(guildId, 'skipped');
      return null;
    }
    const result = await slots.run(guildId, () => {
      deps.signal.throwIfAborted();
      return pictureReader.read(picture);
    });
    if (result.kind !== 'read') {
      count(guildId, result.kind);
      return null;
    }
    const match = await knownPictures.find(guildId, result.hashes);
    count(guildId, match === null ? 'compared' : 'matched');
    return match === null ? null : { match, reading: result };
  }

  async function check(snapshot: Snapshot): Promise<void> {
    const { guildId, pictures } = snapshot;
    if (await knownPictures.isEmpty(guildId)) return;
    if (!areFilesChecked(snapshot, await policies.get(guildId))) return;
    const results = await Promise.all(pictures.map((picture) => look(guildId, picture)));
    const found = results.filter((result) => result !== null);
    const worst = found.find(({ match }) => match.source === 'own') ?? found[0];
    if (worst === undefined || (await isDeletedBefore(snapshot, deps))) return;
    // Read again, because the settings may have changed meanwhile.
    const policy = await policies.get(guildId);
    if (areFilesChecked(snapshot, policy)) await act(await flagged(snapshot, policy, worst));
  }

  async function flagged(
    snapshot: Snapshot,
    policy: Policy,
    { match, reading }: Found,
  ): Promise<FlaggedMessage> {
    const { guildId } = snapshot;
    const known = await knownPictures.preview(guildId, match.hash);
    return {
      kind: 'flagged',
      snapshot,
      text: textOf(snapshot),
      fingerprint: fingerprintOf(`picture ${match.hash}`),
      earlierMessageIds: [],
      policy,
      decision: decidePicture(policy, snapshot, match),
      sealedPictures: knownPictures.seal(guildId, {
        posted: base64(reading.preview),
        known: known === null ? null : base64(known),
      }),
    };
  }

  return {
    add(received) {
      if (received.pictures.length === 0) return;
      // A new object, because the checkpoint counts the message's text and its pictures separately.
      const snapshot = { ...received };
      const { guildId, channelId, messageId } = snapshot;
      const errorContext: ErrorContext = {
        operation: 'checking a picture',
        ids: { guildId, channelId, messageId },
      };
      watermarks.begin(snapshot);
      background.run(errorContext, async () => {
        await retry(errorContext, async () => {
          await check(snapshot);
          return null;
        });
        watermarks.end(snapshot);
      });
    },
    counts: (guildId) => ({
      waiting: slots.waiting(guildId),
      ...(counted.get(guildId) ?? { unreadable: 0, skipped: 0 }),
    }),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
