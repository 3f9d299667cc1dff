import { samplesOf } from '../domain/sample.ts';
import type { GuildEraser } from '../domain/stored-data.ts';
import type { StoredAllowedTexts } from '../storage/allowed-texts.ts';
import { eraseGuildRows, storedTexts } from '../storage/guild-data.ts';
import type { StoredServerWords } from '../storage/server-words.ts';
import type { StoredPolicies } from '../storage/policies.ts';
import type { StateDatabase } from '../storage/tables.ts';
import type { TaggingSessions } from '../domain/tagging.ts';
import type { Erasure } from '../../service-api/embedded-service.ts';
import { forgetKeywords, type ForgetKeywordsDeps } from '../service-adapter/forget-keywords.ts';

/** Erases the samples of stored messages of a server, or of a member in it. Call it before the texts are erased. */
export type SampleEraser = (whose: {
  readonly guildId: string;
  readonly userId?: string;
}) => Promise<void>;

/** The longest text that can be split across messages: 13 parts of 25 characters. */
const MAX_SPLIT_LENGTH = 13 * 26;

/** The embedded service keeps samples of all messages; only those whose text the bot stores can be found. */
export function createSampleEraser({
  database,
  words,
  embedded,
}: {
  database: StateDatabase;
  words: Pick<StoredServerWords, 'matcher'>;
  embedded: Erasure | null;
}): SampleEraser {
  return async (whose) => {
    if (embedded === null) return;
    const matcher = await words.matcher(whose.guildId);
    for await (const texts of storedTexts(database, whose)) {
      if (texts.length === 0) continue;
      // A text that was split across messages was also judged joined to one word, as a line of a sample. Before that, each
      // part was judged alone.
      const split = texts.filter((text) => text.includes('\n') && text.length <= MAX_SPLIT_LENGTH);
      const lines = split.map((text) => text.replaceAll('\n', ''));
      const parts = split.flatMap((text) => text.split('\n'));
      const samples = texts.flatMap(samplesOf);
      // Texts with allowed words were judged without them, too.
      const rests = samples.flatMap((sample) => matcher.withoutAllowed(sample) ?? []);
      await embedded.erase({ samples: [...samples, ...rests, ...parts], lines });
    }
  };
}

export interface GuildEraserDeps extends ForgetKeywordsDeps {
  readonly database: StateDatabase;
  readonly policies: Pick<StoredPolicies, 'forget'>;
  readonly allowedTexts: Pick<StoredAllowedTexts, 'forget'>;
  readonly words: Pick<StoredServerWords, 'forget'>;
  readonly tagging: Pick<TaggingSessions, 'list'>;
  /** Null: the service is remote, and its operator erases there. */
  readonly embedded: Erasure | null;
  readonly eraseSamples: SampleEraser;
  /** Whether the bot is in the server. */
  isPresent(guildId: string): boolean;
}

export function createGuildEraser(deps: GuildEraserDeps): GuildEraser {
  const { database, policies, allowedTexts, words, tagging, embedded } = deps;
  const { eraseSamples, isPresent } = deps;
  return {
    async erase(guildId) {
      const sessions = await tagging.list(guildId);
      const areKeywordsGone = await forgetKeywords(guildId, deps);
      await eraseSamples({ guildId });
      await eraseGuildRows(database, guildId, isPresent(guildId));
      await policies.forget(guildId);
      await allowedTexts.forget(guildId);
      words.forget(guildId);
      const convoIds = sessions.map(({ convoId }) => convoId);
      await embedded?.erase({ propertyId: guildId, convoIds });
      return areKeywordsGone;
    },
  };
}
