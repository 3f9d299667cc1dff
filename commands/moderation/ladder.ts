import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { changed, options, problems } from '../texts/moderation.ts';
import { changePolicy } from './change.ts';
import { readEffects, writeEffects } from './effects-input.ts';
import { checkEffects } from './may.ts';

/* What many strikes lead to. */

export function switchLadder(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const enabled = call.interaction.options.getBoolean(options.enabled.name.en, true);
  const days = call.interaction.options.getInteger(options.days.name.en);
  return changePolicy(call, deps, (policy) => {
    const effects = policy.ladder.rungs.map(({ effect }) => effect);
    if (enabled) checkEffects(call, effects);
    const ladder = { ...policy.ladder, enabled, windowDays: days ?? policy.ladder.windowDays };
    const said = enabled ? changed.ladderOn(ladder.windowDays) : changed.ladderOff;
    return { policy: { ...policy, ladder }, said };
  });
}

export async function setRung(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const strikes = call.interaction.options.getInteger(options.strikes.name.en, true);
  const effects = readEffects(call.interaction.options.getString(options.rungEffect.name.en, true));
  const [effect] = effects;
  if (effect === undefined || effects.length > 1) throw new UserError(problems.oneRungEffect);
  checkEffects(call, effects);
  return changePolicy(call, deps, (policy) => {
    const others = policy.ladder.rungs.filter((rung) => rung.strikes !== strikes);
    const rungs = [...others, { strikes, effect }].sort((a, b) => a.strikes - b.strikes);
    const said = changed.rung(strikes, writeEffects(effects));
    return {
      policy: { ...policy, ladder: { ...policy.ladder, rungs } },
      said: policy.ladder.enabled ? said : `${said} ${changed.ladderStillOff}`,
    };
  });
}

export async function removeRung(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const strikes = call.interaction.options.getInteger(options.strikes.name.en, true);
  return changePolicy(call, deps, (policy) => {
    const rungs = policy.ladder.rungs.filter((rung) => rung.strikes !== strikes);
    if (rungs.length === policy.ladder.rungs.length) {
      throw new UserError(problems.noRung(strikes));
    }
    return {
      policy: { ...policy, ladder: { ...policy.ladder, rungs } },
      said: changed.rungRemoved(strikes),
    };
  });
}
