import { readPatchOutcomes, type PatchOutcome } from '../../src/service-api/client/outcomes.ts';
import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  defuse,
  kindOfSetting,
  knownSettings,
  type Reply,
  type SettingValue,
  type SlashCall,
  type Translate,
  truncate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { change, consoleOf } from './console.ts';
import { readValue } from './setting-value.ts';
import { wordsOf } from './words.ts';

const MAX_PATCHES = 20;
const ANNOUNCEMENT_LENGTH = 1_900;
const SHOWN_KEY_LENGTH = 100;

interface Setting {
  readonly key: string;
  readonly value: SettingValue;
}

/** Changes one setting, or several in one request. */
export async function changeSetting(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, interaction, t } = call;
  const console = consoleOf(call, deps);
  const { options } = interaction;
  const first = settingOf(options.getString('key', true), options.getString('value', true));
  const settings = [first, ...readMore(options.getString('more'), t)];
  const patches = settings.map((setting) => ({ ...setting, target: guild.id }));
  const response = await change(call, () => console.patchSettings(patches, { signal }));
  const outcomes = readPatchOutcomes(response);
  // In the order of the request; without details, the service accepted all.
  const results = settings.map((setting, index) => ({ setting, outcome: outcomes[index] }));
  const done = results.filter(({ outcome }) => outcome?.status !== 'refused');
  const [refused] = outcomes;
  if (done.length === 0 && refused !== undefined) {
    throw new UserError(t('property:reply.notDone', { reason: defuse(refused.reason ?? '', 300) }));
  }
  const moderator = defuse(by.name, 100);
  deps.announce(guild.id, (serverT) =>
    truncate(
      done
        .map(({ setting: { key, value } }) =>
          serverT('property:reply.announcement.setting', {
            moderator,
            key: shownKey(key),
            value: valueText(value, serverT),
          }),
        )
        .join('\n'),
      ANNOUNCEMENT_LENGTH,
    ),
  );
  return { content: results.map((result) => resultLine(result, t)).join('\n') };
}

function settingOf(typedKey: string, typedValue: string): Setting {
  const key = typedKey.trim();
  return { key, value: readValue(typedValue, kindOfSetting(key)) };
}

/** Parses `key=value` pairs. Throws a `UserError` for anything else. */
export function readMore(typed: string | null, t: Translate): Setting[] {
  const words = wordsOf(typed);
  if (words.length >= MAX_PATCHES) {
    throw new UserError(t('property:reply.tooManySettings', { max: MAX_PATCHES }));
  }
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new UserError(t('property:reply.notPair', { word: defuse(word, 100) }));
    return settingOf(word.slice(0, at), word.slice(at + 1));
  });
}

function resultLine(
  { setting: { key, value }, outcome }: { setting: Setting; outcome: PatchOutcome | undefined },
  t: Translate,
): string {
  const names = { key: shownKey(key), value: valueText(value, t) };
  if (outcome?.status === 'refused') {
    const reason = defuse(outcome.reason ?? '', 300);
    return t('property:reply.setting.refused', { ...names, reason });
  }
  return t(`property:reply.setting.${outcome?.status ?? 'accepted'}`, names);
}

function shownKey(key: string): string {
  return key.slice(0, SHOWN_KEY_LENGTH).replaceAll('`', "'");
}

/** Shows the parsed value. */
function valueText(value: SettingValue, t: Translate): string {
  if (typeof value === 'boolean') return t('property:reply.setting.boolean', { value });
  if (typeof value === 'number') return t('property:reply.setting.number', { value });
  const text = defuse(value, 200);
  return text === ''
    ? t('property:reply.setting.emptyText')
    : t('property:reply.setting.text', { value: text });
}

export async function suggestSetting({
  interaction,
}: AutocompleteCall): Promise<readonly Choice[]> {
  const { name, value } = interaction.options.getFocused(true);
  if (name === 'key') return knownSettings.filter(containing(value)).map(asChoice);
  const key = interaction.options.getString('key') ?? '';
  const kind = kindOfSetting(key);
  switch (kind?.kind) {
    case 'boolean':
      return ['true', 'false'].filter(containing(value)).map(asChoice);
    case 'word':
      return kind.words.filter(containing(value)).map(asChoice);
    case 'number':
    case 'text':
    case undefined:
      return [];
  }
}

function containing(typed: string): (text: string) => boolean {
  return (text) => text.toLowerCase().includes(typed.trim().toLowerCase());
}

function asChoice(text: string): Choice {
  return { name: text, value: text };
}
