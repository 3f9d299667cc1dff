import type { Described } from './localise.ts';

/* What people read of /doctor, besides what Discord grants the bot (src/discord/interactions/check-up-texts.ts). */

export const doctor = {
  name: { en: 'doctor', de: 'diagnose', fr: 'diagnostic', 'es-ES': 'diagnóstico', ja: '診断' },
  description: {
    en: 'Look whether everything is set up right, and how to mend what is not',
    de: 'Prüfen, ob alles richtig eingerichtet ist, und wie man es behebt',
    fr: 'Vérifier que tout est bien réglé, et comment réparer ce qui ne l’est pas',
    'es-ES': 'Comprobar que todo está bien configurado y cómo arreglarlo',
    ja: '設定に問題がないか調べ、直し方を示す',
  },
} satisfies Described;

export const title = {
  fine: 'All is well',
  mend: (count: number): string => (count === 1 ? 'One thing to mend' : `${count} things to mend`),
};

export const mode = {
  enforce: 'The bot acts on messages (mode enforce).',
  shadow: 'The bot only tells what it would do (mode shadow).',
  off: 'Moderation is off: no message is looked at.',
  mend: 'Switch it with `/moderation mode` when you are ready.',
};

export const gateway = {
  fine: (pingMs: number): string => `Connected to Discord (${pingMs} ms).`,
  waiting: 'Connected to Discord.',
};

export const service = {
  fine: (ms: number): string => `The moderation service answers (${ms} ms).`,
  outage: (since: string): string => `The moderation service is away since ${since}.`,
  failing: 'The moderation service does not answer as it should.',
  mend: (reason: string): string =>
    `${reason} Messages wait meanwhile and are checked when it is back. Whoever runs the bot looks after it.`,
};

export const webhook = {
  fine: 'The moderation service sends events of keywords to the bot.',
  off: 'There are no keyword alerts for now.',
};
