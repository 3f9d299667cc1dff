import type { Described } from './localise.ts';

/* What people read of /keywords. Names in here are defused by whoever fills them in. */

export const keywords = {
  name: {
    en: 'keywords',
    de: 'stichwörter',
    fr: 'mots-clés',
    'es-ES': 'palabras',
    ja: 'キーワード',
  },
  description: {
    en: 'Words that the moderators are alerted about',
    de: 'Wörter, bei denen die Moderation benachrichtigt wird',
    fr: 'Mots qui alertent les modérateurs',
    'es-ES': 'Palabras que avisan a los moderadores',
    ja: 'モデレーターに知らせる言葉',
  },
} satisfies Described;

export const subcommands = {
  add: {
    name: { en: 'add', de: 'hinzufügen', fr: 'ajouter', 'es-ES': 'añadir', ja: '追加' },
    description: {
      en: 'Register a keyword',
      de: 'Ein Stichwort eintragen',
      fr: 'Enregistrer un mot-clé',
      'es-ES': 'Registrar una palabra clave',
      ja: 'キーワードを登録',
    },
  },
  remove: {
    name: { en: 'remove', de: 'entfernen', fr: 'retirer', 'es-ES': 'quitar', ja: '削除' },
    description: {
      en: 'Remove a keyword',
      de: 'Ein Stichwort entfernen',
      fr: 'Retirer un mot-clé',
      'es-ES': 'Quitar una palabra clave',
      ja: 'キーワードを削除',
    },
  },
  list: {
    name: { en: 'list', de: 'liste', fr: 'liste', 'es-ES': 'lista', ja: '一覧' },
    description: {
      en: 'Show the keywords of this server',
      de: 'Die Stichwörter dieses Servers zeigen',
      fr: 'Afficher les mots-clés de ce serveur',
      'es-ES': 'Mostrar las palabras clave de este servidor',
      ja: 'このサーバーのキーワードを表示',
    },
  },
  alerts: {
    name: { en: 'alerts', de: 'meldungen', fr: 'alertes', 'es-ES': 'avisos', ja: 'アラート' },
    description: {
      en: 'Where alerts go, whom they ping, and whether they are on',
      de: 'Wohin Meldungen gehen, wen sie anpingen und ob sie an sind',
      fr: 'Où vont les alertes, qui elles mentionnent et si elles sont actives',
      'es-ES': 'Adónde van los avisos, a quién mencionan y si están activos',
      ja: 'アラートの送信先・メンション・状態',
    },
  },
  parked: {
    name: {
      en: 'parked',
      de: 'liegengeblieben',
      fr: 'en-attente',
      'es-ES': 'apartados',
      ja: '保留',
    },
    description: {
      en: 'Alerts that could not be posted, and another try for them',
      de: 'Meldungen, die nicht zugestellt werden konnten, und ein neuer Versuch',
      fr: 'Alertes qui n’ont pas pu être publiées, et un nouvel essai',
      'es-ES': 'Avisos que no se pudieron publicar, y otro intento',
      ja: '投稿できなかったアラートと再試行',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  keyword: {
    name: { en: 'keyword', de: 'stichwort', fr: 'mot-clé', 'es-ES': 'palabra', ja: 'キーワード' },
    description: {
      en: 'A word or a phrase, at most 100 characters',
      de: 'Ein Wort oder mehrere, höchstens 100 Zeichen',
      fr: 'Un mot ou une expression, 100 caractères au plus',
      'es-ES': 'Una palabra o frase, 100 caracteres como máximo',
      ja: '単語または語句(100文字まで)',
    },
  },
  channel: {
    name: { en: 'channel', de: 'kanal', fr: 'salon', 'es-ES': 'canal', ja: 'チャンネル' },
    description: {
      en: 'Where keyword alerts are posted',
      de: 'Wo Stichwortmeldungen erscheinen',
      fr: 'Où les alertes sont publiées',
      'es-ES': 'Dónde se publican los avisos',
      ja: 'アラートの投稿先',
    },
  },
  role: {
    name: { en: 'role', de: 'rolle', fr: 'rôle', 'es-ES': 'rol', ja: 'ロール' },
    description: {
      en: 'The role they ping: one that you may ping yourself',
      de: 'Die Rolle, die sie anpingen: eine, die Sie selbst anpingen dürfen',
      fr: 'Le rôle mentionné : un rôle que vous pouvez mentionner vous-même',
      'es-ES': 'El rol que mencionan: uno que usted mismo pueda mencionar',
      ja: 'メンションするロール(自分でもメンションできるもの)',
    },
  },
  reset: {
    name: {
      en: 'reset',
      de: 'zurücksetzen',
      fr: 'réinitialiser',
      'es-ES': 'restablecer',
      ja: 'リセット',
    },
    description: {
      en: 'Back to the moderator channel, pinging nobody',
      de: 'Zurück zum Moderationskanal, ohne Ping',
      fr: 'Revenir au salon des modérateurs, sans mention',
      'es-ES': 'Volver al canal de moderación, sin menciones',
      ja: 'モデレーターチャンネルに戻し、メンションなしにする',
    },
  },
} satisfies Record<string, Described>;

const quoted = (keyword: string): string => `“${keyword}”`;

export const problems = {
  empty: 'Nothing of this keyword can be seen. Write a word, a phrase or a sign.',
  long: (length: number, most: number): string =>
    `A keyword has at most ${most} characters; this one has ${length}.`,
  many: (most: number): string =>
    `This server has ${most} keywords, and more it cannot have. Remove one first: \`/keywords remove\`.`,
  unknown: (keyword: string): string =>
    `${quoted(keyword)} is no keyword of this server. \`/keywords list\` shows them.`,
  channel: (channel: string): string =>
    `I may not post in ${channel}. Allow my role “View Channel”, “Send Messages” and “Embed Links” there.`,
  role: (role: string): string =>
    `You may not ping ${role}, so you cannot have me do it. Let somebody who may mention all roles set it, or make the role mentionable.`,
  everyone: 'Keyword alerts never ping everyone. Choose another role.',
  resetAlone: '“reset” stands alone: leave out the channel and the role.',
};

export const answers = {
  added: (keyword: string): string =>
    `✅ ${quoted(keyword)} is registered. The moderators are alerted when somebody writes it.`,
  known: (keyword: string, as: string): string =>
    keyword === as
      ? `${quoted(keyword)} was registered already.`
      : `${quoted(keyword)} was registered already, as ${quoted(as)}: case, accents and what is invisible do not count.`,
  off: 'Keyword alerts are not switched on at the service: see `/keywords alerts`.',
  removed: (keyword: string): string => `✅ ${quoted(keyword)} is no keyword any more.`,
  addedBy: (by: string, keyword: string): string =>
    `${by} registered the keyword ${quoted(keyword)}.`,
  removedBy: (by: string, keyword: string): string =>
    `${by} removed the keyword ${quoted(keyword)}.`,
  none: 'This server has no keywords. `/keywords add` registers one.',
  title: 'Keywords',
  line: (keyword: string, user: string, at: string): string => `${keyword} · ${user}, ${at}`,
  footer: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${count} of at most 1000`,
  back: 'Back',
  forward: 'Next',
};

export const alerts = {
  title: 'Keyword alerts',
  channel: 'Channel',
  sameChannel: 'the moderator channel',
  role: 'Pings',
  nobody: 'nobody',
  state: 'At the service',
  on: '✅ on',
  off: '❌ off: the service sends this bot no alerts. `/doctor` looks what is missing.',
  webhook: 'The way to this bot',
  unknown: (why: string): string => `not known: ${why}`,
  changed: (by: string, channel: string, role: string): string =>
    `${by} set where keyword alerts go: ${channel}; they ping ${role}.`,
};

export const parked = {
  title: 'Alerts that could not be posted',
  none: 'No alert of this server waits for another try.',
  line: (at: string, addon: string, reason: string): string => `${at} · ${addon}: ${reason}`,
  footer: (shown: number, count: number): string =>
    `${shown} of ${count === 100 ? 'the oldest 100' : count}, the oldest first`,
  retry: 'Try all again',
  retried: (count: number): string =>
    count === 0
      ? 'Nothing waits for another try any more.'
      : `${count === 1 ? 'One alert is' : `${count} alerts are`} tried again. What cannot be posted comes back here.`,
};
