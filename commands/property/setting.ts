import { readPatchOutcomes } from '../../src/client/outcomes.ts';
import type {
  AutocompleteCall,
  Choice,
  Reply,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import {
  kindOfSetting,
  knownSettings,
  type SettingValue,
} from '../../src/moderation/property-settings.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/property.ts';
import { announced, problems, settings as texts } from '../texts/property-answers.ts';
import { change, consoleOf } from './console.ts';
import { readValue } from './setting-value.ts';

export async function changeSetting(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction } = call;
  const console = consoleOf(deps);
  const key = interaction.options.getString(options.key.name.en, true).trim();
  const typed = interaction.options.getString(options.value.name.en, true);
  const value = readValue(typed, kindOfSetting(key));
  const answer = await change(() =>
    console.patchSettings([{ key, value, target: guild.id }], { signal }),
  );
  const [patch] = readPatchOutcomes(answer);
  if (patch?.status === 'refused') {
    throw new UserError(problems.notDone(defuse(patch.reason ?? '', 300)));
  }
  const shown = [keyAsText(key), said(value)] as const;
  deps.announce(guild.id, announced.setting(defuse(by.name, 100), ...shown));
  const say = patch === undefined ? texts.taken : texts[patch.status];
  return { content: say(...shown) };
}

/** How the value was understood. */
function said(value: SettingValue): string {
  if (typeof value === 'boolean') return texts.boolean(value);
  return typeof value === 'number' ? texts.number(value) : texts.text(defuse(value, 200));
}

/** Fit to stand between backticks. */
function keyAsText(key: string): string {
  return key.replaceAll('`', "'");
}

export async function suggestSetting({
  interaction,
}: AutocompleteCall): Promise<readonly Choice[]> {
  const { name, value } = interaction.options.getFocused(true);
  if (name === options.key.name.en) return knownSettings.filter(holding(value)).map(asChoice);
  const key = interaction.options.getString(options.key.name.en) ?? '';
  const kind = kindOfSetting(key);
  switch (kind?.kind) {
    case 'boolean':
      return ['true', 'false'].filter(holding(value)).map(asChoice);
    case 'word':
      return kind.words.filter(holding(value)).map(asChoice);
    case 'number':
    case 'text':
    case undefined:
      return [];
  }
}

function holding(typed: string): (text: string) => boolean {
  return (text) => text.toLowerCase().includes(typed.trim().toLowerCase());
}

function asChoice(text: string): Choice {
  return { name: text, value: text };
}
