import { duration, type Effect, factsOf, type Translate } from '../../src/bot/command-kit.ts';

/* The consequences of rules, explained before they are saved. */

/** Whether effects need a confirmation: a kick or a ban. */
export function excludes(effects: readonly Effect[]): boolean {
  return effects.some((effect) => factsOf(effect)?.removesMember === true);
}

/** Whether effects do something to a message or its author without an alert that lets moderators see and undo it. */
export function punishesSilently(effects: readonly Effect[]): boolean {
  return (
    effects.some(({ kind }) => kind !== 'alert' && kind !== 'notice') &&
    effects.every(({ kind }) => kind !== 'alert')
  );
}

/** A line for each grave consequence of these effects. */
export function consequencesOf(effects: readonly Effect[], t: Translate): string[] {
  const lines = effects.flatMap((effect) => {
    if (effect.kind === 'kick') return [t('moderation:confirm.kick')];
    if (effect.kind !== 'ban') return [];
    const seconds = effect.deleteMessageSeconds ?? 0;
    return seconds === 0
      ? [t('moderation:confirm.ban')]
      : [t('moderation:confirm.banDeleting', { duration: duration(t.language, seconds) })];
  });
  if (punishesSilently(effects)) lines.push(t('moderation:confirm.noAlert'));
  return lines.map((line) => `- ${line}`);
}
