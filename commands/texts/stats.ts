import type { Described } from './localise.ts';

/* What people read of /stats. */

export const stats = {
  name: { en: 'stats', de: 'statistik', fr: 'statistiques', 'es-ES': 'estadísticas', ja: '統計' },
  description: {
    en: 'What was moderated, in numbers',
    de: 'Was moderiert wurde, in Zahlen',
    fr: 'Ce qui a été modéré, en chiffres',
    'es-ES': 'Lo que se ha moderado, en cifras',
    ja: 'モデレーションの件数',
  },
} satisfies Described;

export const subcommands = {
  lifetime: {
    name: { en: 'lifetime', de: 'gesamt', fr: 'total', 'es-ES': 'total', ja: '累計' },
    description: {
      en: 'Everything since the beginning',
      de: 'Alles seit Beginn',
      fr: 'Tout depuis le début',
      'es-ES': 'Todo desde el principio',
      ja: '開始からの合計',
    },
  },
  history: {
    name: { en: 'history', de: 'verlauf', fr: 'historique', 'es-ES': 'historial', ja: '履歴' },
    description: {
      en: 'Minute by minute, for up to seven days',
      de: 'Minute für Minute, für bis zu sieben Tage',
      fr: 'Minute par minute, sur sept jours au plus',
      'es-ES': 'Minuto a minuto, hasta siete días',
      ja: '1分ごとの推移(最長7日間)',
    },
  },
} satisfies Record<string, Described>;

export const parts = { passed: 'passed', flagged: 'flagged', deleted: 'deleted' } as const;

export const answers = {
  lifetime: {
    title: 'Everything ever moderated',
    none: 'Nothing has been moderated yet.',
    total: (count: string): string => `**${count}** messages in all`,
    alt: 'How many messages passed, were flagged and were deleted',
  },
  scope: 'All servers of this bot together',
  names: { passed: 'Passed', flagged: 'Flagged', deleted: 'Deleted' },
  noChart: 'The chart could not be drawn.',
  history: {
    title: 'Moderated messages',
    wrongOrder: 'It has to begin before it ends.',
    tooLong:
      'That is more than seven days. The service answers one day in two minutes, so ask for less at a time.',
    sameHour: (hour: string): string =>
      `The service rounds both ends to the nearest hour, and both came to ${hour}. Ask for an hour or more.`,
    none: (span: string): string =>
      `There are no records for ${span}. The service takes about a minute to write one; try again later.`,
    span: (span: string): string => `From ${span}.`,
    rounded: (span: string): string => `Rounded by the service to ${span}.`,
    cached: (time: string): string =>
      `Answered from ${time}’s data: the service takes one search in two minutes.`,
    total: (count: string): string => `**${count}** messages in all`,
    peak: 'Busiest minute',
    peakOf: (count: string, time: string): string => `${count} messages, ${time}`,
    subtitle: (length: string): string => `messages in every ${length}`,
    unit: 'messages',
    alt: 'Chart of passed, flagged and deleted messages over time',
    csvAlt: 'One line a minute',
    searching: (part: number, parts: number): string => `Searching, part ${part} of ${parts} …`,
    waiting: (part: number, parts: number, when: string): string =>
      `The service takes one search in two minutes. Part ${part} of ${parts} is asked for ${when}.`,
  },
  csvHeader: ['time', 'passed', 'flagged', 'deleted', 'total'],
} as const;
