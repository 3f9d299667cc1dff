import type { ErasedData } from '../../domain/stored-data.ts';
import type { Translate } from '../../locales/translate.ts';
import type { PostKind } from '../../outbox/post-kind.ts';
import type { StoredErasures } from '../../storage/members/erasures.ts';
import { moderatorPlace, type PlaceDeps } from '../place.ts';

/** Tells the moderators that a member's data was erased. The subject is the member. */
export function createErasurePost(
  deps: PlaceDeps & { readonly erasures: Pick<StoredErasures, 'get' | 'forget'> },
): PostKind {
  const { policies, erasures } = deps;
  return {
    name: 'erasure',
    pauseMs: 0,
    isEdited: false,
    async load({ guildId, subject: userId }) {
      const erasure = await erasures.get({ guildId, userId });
      if (erasure === null) return { dueAt: 'never' };
      if (!erasure.hasEnded) return { dueAt: null };
      const policy = await policies.get(guildId);
      const { target, renderer } = moderatorPlace(guildId, { ...deps, policy });
      const { t } = renderer;
      const { byId, erased } = erasure;
      const content = t(`privacy:reply.announced.${userId === byId ? 'own' : 'other'}`, {
        user: userId,
        by: byId,
        places: erasedPlaces(erased, t),
      });
      const done = { dueAt: 'never', write: erasures.forget(erasure) } as const;
      return {
        urgency: 'summary',
        target,
        body: () => ({ content }),
        isSame: (message) => message.content === content,
        shown: () => done,
        unusable: () => done,
      };
    },
  };
}

/** The kinds of records that lost data, such as “3 cases”. */
export function erasedPlaces(
  { cases, texts, notes, reviews, mail, messages }: ErasedData,
  t: Translate,
): string[] {
  return [
    ...(cases === 0 ? [] : [t('case:reply.cases', { count: cases })]),
    ...(texts === 0 ? [] : [t('case:reply.keywordAlerts', { count: texts })]),
    ...(notes === 0 ? [] : [t('note:erased', { count: notes })]),
    ...(reviews === 0 ? [] : [t('appeals:erased', { count: reviews })]),
    ...(mail === 0 ? [] : [t('modmail:erased', { count: mail })]),
    ...(messages === 0 ? [] : [t('message-log:erased', { count: messages })]),
  ];
}
