import {
  type CommandDeps,
  type Language,
  languages,
  type Reply,
  serverLanguage,
} from '../../src/bot/command-kit.ts';
import { changePolicy } from '../moderation/change.ts';
import type { Setting, SettingCall } from './setting.ts';

/** Follows the server's language on Discord. */
export const SERVER_DEFAULT = 'default';

export const languageSetting: Setting = {
  name: 'settings:language.name',
  explanation: 'settings:language.explanation',
  value({ guild, policy, t }) {
    const language = languageName(serverLanguage(guild, policy), t.language);
    return policy.language === null
      ? t('moderation:reply.status.defaultLanguage', { language })
      : language;
  },
  controls: [
    {
      kind: 'choice',
      name: 'settings:language.name',
      choices: ({ policy, t }) => [
        {
          value: SERVER_DEFAULT,
          label: t('moderation:serverDefault'),
          isChosen: policy.language === null,
        },
        // Each language is named in that language, so that everyone finds theirs.
        ...languages.map((value) => ({
          value,
          label: languageName(value, value),
          isChosen: value === policy.language,
        })),
      ],
      change: changeLanguage,
    },
  ],
};

export function changeLanguage(
  call: Pick<SettingCall, 'guild' | 'by' | 't'>,
  deps: CommandDeps,
  chosen: string,
): Promise<Reply> {
  const language = languages.find((name) => name === chosen) ?? null;
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, language },
    describe: (reader) =>
      language === null
        ? reader('moderation:reply.changed.defaultLanguage', {
            language: languageName(serverLanguage(call.guild, { language }), reader.language),
          })
        : reader('moderation:reply.changed.language', {
            language: languageName(language, reader.language),
          }),
  }));
}

export function languageName(language: Language, inLanguage: Language): string {
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(language) ?? language;
}
