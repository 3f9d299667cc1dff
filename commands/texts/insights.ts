import type { Described } from './localise.ts';

/* What people read of /insights. */

export const insights = {
  name: { en: 'insights', de: 'einblicke', fr: 'analyses', 'es-ES': 'análisis', ja: '分析' },
  description: {
    en: 'How people talked in the last seven days',
    de: 'Wie in den letzten sieben Tagen gesprochen wurde',
    fr: 'Comment on s’est exprimé ces sept derniers jours',
    'es-ES': 'Cómo se ha hablado en los últimos siete días',
    ja: '過去7日間の会話の様子',
  },
} satisfies Described;

export const subcommands = {
  query: {
    name: { en: 'query', de: 'abfragen', fr: 'demander', 'es-ES': 'consultar', ja: '照会' },
    description: {
      en: 'A metric over time, and the messages that stand out',
      de: 'Ein Messwert im Lauf der Zeit, und die auffälligsten Nachrichten',
      fr: 'Une mesure au fil du temps et les messages marquants',
      'es-ES': 'Una métrica a lo largo del tiempo y los mensajes más llamativos',
      ja: '指標の推移と目立つメッセージ',
    },
  },
  status: {
    name: { en: 'status', de: 'stand', fr: 'état', 'es-ES': 'estado', ja: '状態' },
    description: {
      en: 'How far a query is',
      de: 'Wie weit eine Abfrage ist',
      fr: 'Où en est une demande',
      'es-ES': 'Cómo va una consulta',
      ja: '照会の進み具合',
    },
  },
  results: {
    name: { en: 'results', de: 'ergebnisse', fr: 'résultats', 'es-ES': 'resultados', ja: '結果' },
    description: {
      en: 'The results of a query of the last 24 hours',
      de: 'Die Ergebnisse einer Abfrage der letzten 24 Stunden',
      fr: 'Les résultats d’une demande des dernières 24 heures',
      'es-ES': 'Los resultados de una consulta de las últimas 24 horas',
      ja: '過去24時間の照会結果',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  metric: {
    name: { en: 'metric', de: 'messwert', fr: 'mesure', 'es-ES': 'métrica', ja: '指標' },
    description: {
      en: 'What is measured',
      de: 'Was gemessen wird',
      fr: 'Ce qui est mesuré',
      'es-ES': 'Lo que se mide',
      ja: '測定する内容',
    },
  },
  from: {
    name: { en: 'from', de: 'von', fr: 'début', 'es-ES': 'desde', ja: '開始' },
    description: {
      en: 'When it begins: “2 days ago”, “yesterday 14:00” … (24 hours ago)',
      de: 'Beginn, auf Englisch: “2 days ago”, “yesterday 14:00” … (vor 24 Stunden)',
      fr: 'Début, en anglais : “2 days ago”, “yesterday 14:00” … (il y a 24 heures)',
      'es-ES': 'Inicio, en inglés: “2 days ago”, “yesterday 14:00” … (hace 24 horas)',
      ja: '開始時刻(英語): “2 days ago” など。省略時は24時間前',
    },
  },
  to: {
    name: { en: 'to', de: 'bis', fr: 'fin', 'es-ES': 'hasta', ja: '終了' },
    description: {
      en: 'When it ends (now)',
      de: 'Ende (jetzt)',
      fr: 'Fin (maintenant)',
      'es-ES': 'Fin (ahora)',
      ja: '終了時刻。省略時は現在',
    },
  },
  max: {
    name: { en: 'max', de: 'höchstens', fr: 'maximum', 'es-ES': 'máximo', ja: '最大件数' },
    description: {
      en: 'How many messages at most, the newest first (1000)',
      de: 'Wie viele Nachrichten höchstens, die neuesten zuerst (1000)',
      fr: 'Combien de messages au plus, les plus récents d’abord (1000)',
      'es-ES': 'Cuántos mensajes como máximo, los más recientes primero (1000)',
      ja: '対象メッセージ数の上限。新しい順(1000)',
    },
  },
  job: {
    name: { en: 'job', de: 'auftrag', fr: 'tâche', 'es-ES': 'tarea', ja: 'ジョブ' },
    description: {
      en: 'Which query',
      de: 'Welche Abfrage',
      fr: 'Quelle demande',
      'es-ES': 'Qué consulta',
      ja: 'どの照会か',
    },
  },
} satisfies Record<string, Described>;

export const metrics = {
  sentiment: {
    en: 'sentiment',
    de: 'Stimmung',
    fr: 'sentiment',
    'es-ES': 'sentimiento',
    ja: '感情',
  },
  language_political: {
    en: 'political language',
    de: 'politische Sprache',
    fr: 'langage politique',
    'es-ES': 'lenguaje político',
    ja: '政治的な表現',
  },
  language_vulgarity: {
    en: 'vulgar language',
    de: 'vulgäre Sprache',
    fr: 'langage vulgaire',
    'es-ES': 'lenguaje vulgar',
    ja: '下品な表現',
  },
} as const;

export const answers = {
  progress: {
    Provisioning: 'The service is getting ready …',
    'In Progress': 'The service is looking through the messages …',
    Finished: 'Finished; reading the results …',
    Failed: 'The service could not finish it.',
  },
  status: {
    Provisioning: '⏳ It has not begun yet.',
    'In Progress': '⏳ It is being worked on.',
    Finished: '✅ It is finished. `/insights results` shows what came of it.',
    Failed: '❌ It failed. Start it again with `/insights query`.',
  },
  aboutJob: (status: string, metric: string, span: string, job: string): string =>
    `${status}\n-# ${metric}, ${span}, job \`${job}\``,
  suggestion: (metric: string, span: string, ago: string): string =>
    `${metric}, ${span}, asked ${ago} ago`,
  notFinished: (status: string): string => `There are no results yet. ${status}`,
  wrongOrder: 'It has to begin before it ends.',
  tooOld: 'The service keeps messages for seven days. Begin later.',
  unknownJob:
    'I know no such query of this server. They are kept for 24 hours; start a new one with `/insights query`.',
  lost: (why: string, job: string): string =>
    `${why} The query goes on: see \`/insights results\` with \`${job}\` later.`,
  none: (metric: string, span: string): string =>
    `There are no messages to be measured (${metric}, ${span}).`,
  title: (metric: string): string => `Messages by ${metric}`,
  count: (count: string, span: string): string =>
    `**${count}** ${count === '1' ? 'message' : 'messages'}, ${span}`,
  unscored: (count: string): string => `${count} of them have no score.`,
  mean: 'Mean',
  lowest: 'Lowest',
  highest: 'Highest',
  footer: (job: string): string => `Job ${job} · kept for 24 hours`,
  noChart: 'The chart could not be drawn.',
  onlyNumbers:
    'The messages themselves are left out: the bot is in several servers, and the service does not say which one a message is from.',
  chart: {
    subtitle: (length: string): string => `mean, lowest and highest of every ${length}`,
    alt: (metric: string): string => `Chart of ${metric} over time`,
    csvAlt: 'All messages with their scores',
  },
  csvHeader: ['time', 'score', 'sample', 'version'],
  csvHeaderNumbers: ['time', 'score', 'version'],
} as const;

export const samples = {
  buttons: {
    sentiment: { low: 'Most negative', high: 'Most positive', new: 'Newest' },
    language_political: { low: 'Weakest', high: 'Strongest', new: 'Newest' },
    language_vulgarity: { low: 'Weakest', high: 'Strongest', new: 'Newest' },
  },
  titles: {
    sentiment: {
      low: 'The most negative messages',
      high: 'The most positive messages',
      new: 'The newest messages',
    },
    language_political: {
      low: 'The least political messages',
      high: 'The most political messages',
      new: 'The newest messages',
    },
    language_vulgarity: {
      low: 'The least vulgar messages',
      high: 'The most vulgar messages',
      new: 'The newest messages',
    },
  },
  line: (score: string, time: string, sample: string): string => `**${score}** · ${time} ${sample}`,
  noScore: 'no score',
  footer: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${count} ${count === 1 ? 'message' : 'messages'}`,
  back: '◀ Back',
  forward: 'Next ▶',
};
