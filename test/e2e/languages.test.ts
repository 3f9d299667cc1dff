import { Locale } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { duration } from '../../src/bot/rendering/format.ts';
import { languages, type Language } from '../../src/bot/locales/languages.ts';
import { translator } from '../../src/bot/locales/translate.ts';
import { defaultPolicy } from '../../src/bot/domain/policy/policy.ts';
import type { Person } from '../../src/sandbox/person.ts';
import { alertAbout } from './commands/alert-view.ts';
import { createScene, openScene, type Scene } from './scene.ts';
import { createAdvancedScene } from './commands/advanced-scene.ts';

const LOCALES: Record<Exclude<Language, 'en'>, Locale> = {
  de: Locale.German,
  fr: Locale.French,
  'es-ES': Locale.SpanishES,
  'es-419': Locale.SpanishLATAM,
  'pt-BR': Locale.PortugueseBR,
  ja: Locale.Japanese,
};

let on: Scene;
beforeAll(async () => {
  on = await openScene();
});
afterAll(() => on.close());
beforeEach(async () => {
  await on.setPolicy({});
  setServerLocale(Locale.EnglishUS);
});

function setServerLocale(locale: Locale): void {
  const { world, guildId } = on.sandbox;
  world.guilds.update(guildId, { preferred_locale: locale }, on.asOwner);
}

/** The text of a reply with its embeds. */
async function replyTo(
  { sandbox }: Scene,
  person: Person,
  { path, options = {} }: { path: string; options?: Record<string, string> },
): Promise<string> {
  const interaction = await person.slash(sandbox.channels['mod-alerts'], path, options);
  const { content, embeds } = await interaction.response();
  const lines = embeds.flatMap(({ title = '', fields = [] }) => [
    title,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  return [content, ...lines].join('\n');
}

describe('replies', () => {
  it.each(languages.filter((language) => language !== 'en'))(
    'use the language of the person’s client: %s',
    async (language) => {
      const t = translator(language);
      const reply = await replyTo(on, on.person('owner', LOCALES[language]), {
        path: 'moderation status',
      });
      expect(reply).toContain(t('moderation:reply.status.title'));
      expect(reply).toContain(t('moderation:reply.status.idle'));
      expect(reply).toContain(
        t('moderation:reply.status.window', {
          count: defaultPolicy.escalation.windowDays,
        }),
      );
      expect(reply).toContain(duration(language, defaultPolicy.timeoutSeconds));
    },
  );

  it('are in English for a client in a language that the bot does not speak', async () => {
    const reply = await replyTo(on, on.person('owner', Locale.Finnish), {
      path: 'moderation status',
    });
    expect(reply).toContain(translator('en')('moderation:reply.status.title'));
  });

  it('to buttons use the language of the person who presses them', async () => {
    const { message } = await on.sayAndWait(on.join('clicked'), 'a nuisance [flag]');
    const alert = alertAbout(on, message.id);
    const t = translator('de');
    const moderator = on.person('moderator', Locale.German);
    const opened = await moderator.click(alert, translator('en')('alerts:button.ban'));
    expect(opened.modal?.title).toBe(t('case:ban.title'));
    const details = await (await moderator.click(alert, 'More…')).response();
    expect(JSON.stringify(details.embeds)).toContain(t('alerts:record.progress'));
  });
});

describe('alerts and notices', () => {
  /** This language's texts that the alert and the notice lack. */
  async function missingTexts(language: Language, author: string): Promise<string[]> {
    const t = translator(language);
    const person = on.join(author);
    const { message } = await on.sayAndWait(person, 'bad words [mute]');
    const alert = JSON.stringify(on.alertsAbout(message.id));
    const notice = JSON.stringify(on.noticesTo(person.id));
    return [
      ...[
        t('effects:head.done.timeout', { duration: duration(language, 600) }),
        t('alerts:facts.dmSent'),
      ].filter((text) => !alert.toLowerCase().includes(text.toLowerCase())),
      ...[
        t('notices:title', { server: on.guild.payload.name }),
        t('effects:consequence.timeout', { duration: duration(language, 600) }),
      ].filter((text) => !notice.includes(text)),
    ];
  }

  beforeEach(() =>
    on.setRules({
      mute: [{ kind: 'timeout', seconds: 600 }, { kind: 'notice' }, { kind: 'alert' }],
    }),
  );

  it('use the language that Discord has for the server', async () => {
    setServerLocale(Locale.Japanese);
    expect(await missingTexts('ja', 'japanese-author')).toEqual([]);
  });

  it('use the language of /moderation language instead, which is announced in it', async () => {
    setServerLocale(Locale.Japanese);
    const owner = on.person('owner', Locale.French);
    const setLanguage = (language: string) =>
      replyTo(on, owner, { path: 'moderation language', options: { language } });
    const nameOf = (inLanguage: Language) =>
      new Intl.DisplayNames(inLanguage, { type: 'language' }).of('de') ?? '';
    const reply = await setLanguage('de');
    expect(reply).toContain(
      translator('fr')('moderation:reply.changed.language', { language: nameOf('fr') }),
    );
    await on.announced(
      translator('de')('moderation:reply.changed.language', { language: nameOf('de') }),
    );
    expect(await missingTexts('de', 'german-author')).toEqual([]);

    await setLanguage('default');
    expect(await missingTexts('ja', 'japanese-author-again')).toEqual([]);
  });
});

it('numbers follow the language', async () => {
  const embedded = await createAdvancedScene({ service: { kind: 'embedded' } });
  const key = '@property/discord/moderation.timeoutSeconds';
  await embedded.setPolicy({ language: 'de' });
  const interaction = await embedded
    .person('owner', Locale.German)
    .slash(embedded.sandbox.channels.general, 'property setting', { key, value: 'bald' });
  expect((await interaction.response()).content).toContain('eine ganze Zahl von 1 bis 2.419.200');
});

it('each reader learns in their own language why the service is unavailable', async () => {
  const broken = await createScene();
  broken.service.answer = (response) => response.writeHead(401).end();
  await broken.person('alice').say(broken.sandbox.channels.general, 'hello');
  const statusIn = (locale: Locale) =>
    replyTo(broken, broken.person('owner', locale), { path: 'moderation status' });
  await vi.waitFor(async () => {
    expect(await statusIn(Locale.EnglishGB)).toContain("It rejects the bot's key.");
  });
  expect(await statusIn(Locale.German)).toContain('Er lehnt den Schlüssel des Bots ab.');
});
