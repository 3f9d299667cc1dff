import type { Described } from './localise.ts';

/* What people read of /addons. Names in here are defused by whoever fills them in. */

export const addons = {
  name: {
    en: 'addons',
    de: 'erweiterungen',
    fr: 'modules',
    'es-ES': 'complementos',
    ja: 'アドオン',
  },
  description: {
    en: 'Add-ons of the moderation service',
    de: 'Erweiterungen des Moderationsdienstes',
    fr: 'Modules du service de modération',
    'es-ES': 'Complementos del servicio de moderación',
    ja: 'モデレーションサービスのアドオン',
  },
} satisfies Described;

export const subcommands = {
  list: {
    name: { en: 'list', de: 'liste', fr: 'liste', 'es-ES': 'lista', ja: '一覧' },
    description: {
      en: 'Show the add-ons there are, and which are on',
      de: 'Zeigen, welche Erweiterungen es gibt und welche an sind',
      fr: 'Afficher les modules et ceux qui sont actifs',
      'es-ES': 'Mostrar los complementos y cuáles están activos',
      ja: 'アドオンの一覧と有効なものを表示',
    },
  },
} satisfies Record<string, Described>;

export const answers = {
  title: 'Add-ons of the moderation service',
  none: 'The moderation service has no add-ons.',
  on: 'on',
  off: 'off',
  needs: (properties: string): string => `needs: ${properties}`,
  more: (count: number): string => `… and ${count} more`,
};
