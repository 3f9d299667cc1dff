import { duration, type Effect, factsOf, type Translate } from '../../src/bot/command-kit.ts';

/* Explanations of a rule's consequences, shown before it is saved. */

/** Kicks and bans, which need a confirmation. */
export function excludes(effects: readonly Effect[]): boolean {
  return effects.some((effect) => factsOf(effect)?.removesMember === true);
}

/** Whether effects on a message or its author come without an alert, on which moderators could see and undo them. */
export function punishesSilently(effects: readonly Effect[]): boolean {
  return (
    effects.some(({ kind }) => kind !== 'alert' && kind !== 'notice') &&
    effects.every(({ kind }) => kind !== 'alert')
  );
}

/** One line for each severe consequence. */
export function consequencesOf(effects: readonly Effect[], t: Translate): string[] {
  const lines = effects.flatMap((effect) => {
    if (effect.kind === 'kick') return [t('moderation:confirm.kick')];
    if (effect.kind === 'softban') return [t('moderation:confirm.softban')];
    if (effect.kind !== 'ban') return [];
    const seconds = effect.deleteMessageSeconds ?? 0;
    return seconds === 0
      ? [t('moderation:confirm.ban')]
      : [t('moderation:confirm.banDeleting', { duration: duration(t.language, seconds) })];
  });
  if (punishesSilently(effects)) lines.push(t('moderation:confirm.noAlert'));
  return lines.map((line) => `- ${line}`);
}
