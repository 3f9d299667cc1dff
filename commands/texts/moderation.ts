import type { Described } from './localise.ts';

/* What people read of /moderation. */

export const moderation = {
  name: {
    en: 'moderation',
    de: 'moderation',
    fr: 'modération',
    'es-ES': 'moderación',
    ja: 'モデレーション',
  },
  description: {
    en: 'How this server is moderated',
    de: 'Wie dieser Server moderiert wird',
    fr: 'Comment ce serveur est modéré',
    'es-ES': 'Cómo se modera este servidor',
    ja: 'このサーバーのモデレーション設定',
  },
} satisfies Described;

export const subcommands = {
  status: {
    name: { en: 'status', de: 'status', fr: 'état', 'es-ES': 'estado', ja: '状態' },
    description: {
      en: 'Show every setting, and how the bot is doing',
      de: 'Alle Einstellungen zeigen, und wie es dem Bot geht',
      fr: 'Afficher tous les réglages et l’état du bot',
      'es-ES': 'Mostrar todos los ajustes y el estado del bot',
      ja: 'すべての設定とボットの状態を表示',
    },
  },
  mode: {
    name: { en: 'mode', de: 'modus', fr: 'mode', 'es-ES': 'modo', ja: 'モード' },
    description: {
      en: 'Act, only watch, or look at nothing',
      de: 'Handeln, nur zusehen oder nichts prüfen',
      fr: 'Agir, seulement observer, ou ne rien vérifier',
      'es-ES': 'Actuar, solo observar o no revisar nada',
      ja: '実行・監視のみ・オフを切り替え',
    },
  },
  channel: {
    name: { en: 'channel', de: 'kanal', fr: 'salon', 'es-ES': 'canal', ja: 'チャンネル' },
    description: {
      en: 'Where alerts are posted',
      de: 'Wo Meldungen erscheinen',
      fr: 'Où les alertes sont publiées',
      'es-ES': 'Dónde se publican las alertas',
      ja: 'アラートの投稿先',
    },
  },
  notice: {
    name: { en: 'notice', de: 'hinweis', fr: 'avis', 'es-ES': 'aviso', ja: '通知' },
    description: {
      en: 'What members are told by direct message when something is done about theirs',
      de: 'Was Mitglieder per Direktnachricht erfahren, wenn gehandelt wurde',
      fr: 'Ce que les membres reçoivent en message privé quand on agit',
      'es-ES': 'Qué se dice a los miembros por mensaje directo cuando se actúa',
      ja: '対処したときにメンバーへ送るダイレクトメッセージ',
    },
  },
  timeout: {
    name: {
      en: 'timeout',
      de: 'auszeit',
      fr: 'exclusion',
      'es-ES': 'aislamiento',
      ja: 'タイムアウト',
    },
    description: {
      en: 'How long a timeout lasts where a rule names no length',
      de: 'Wie lange eine Auszeit dauert, wenn die Regel keine Dauer nennt',
      fr: 'Durée d’une exclusion quand la règle n’en donne pas',
      'es-ES': 'Cuánto dura un aislamiento si la regla no lo dice',
      ja: 'ルールに長さがないときのタイムアウトの長さ',
    },
  },
  retention: {
    name: {
      en: 'retention',
      de: 'aufbewahrung',
      fr: 'conservation',
      'es-ES': 'conservación',
      ja: '保存期間',
    },
    description: {
      en: 'For how many days the text of a case is kept',
      de: 'Wie viele Tage der Text eines Falls aufbewahrt wird',
      fr: 'Nombre de jours pendant lesquels le texte d’un cas est gardé',
      'es-ES': 'Cuántos días se guarda el texto de un caso',
      ja: '案件の本文を保存する日数',
    },
  },
  timezone: {
    name: { en: 'timezone', de: 'zeitzone', fr: 'fuseau', 'es-ES': 'zona', ja: 'タイムゾーン' },
    description: {
      en: 'The time zone in which you write and read times',
      de: 'Die Zeitzone, in der ihr Zeiten schreibt und lest',
      fr: 'Le fuseau horaire dans lequel vous écrivez et lisez les heures',
      'es-ES': 'La zona horaria en la que escribís y leéis las horas',
      ja: '時刻の入力と表示に使うタイムゾーン',
    },
  },
  test: {
    name: { en: 'test', de: 'test', fr: 'test', 'es-ES': 'prueba', ja: 'テスト' },
    description: {
      en: 'See what would come of a text; nothing is done',
      de: 'Sehen, was aus einem Text würde; getan wird nichts',
      fr: 'Voir ce qu’il adviendrait d’un texte ; rien n’est fait',
      'es-ES': 'Ver qué pasaría con un texto; no se hace nada',
      ja: '文章がどう扱われるか試す（何も実行しません）',
    },
  },
  map: {
    name: { en: 'map', de: 'regel', fr: 'règle', 'es-ES': 'regla', ja: 'ルール' },
    description: {
      en: 'What follows from a word of the moderation service',
      de: 'Was auf ein Wort des Moderationsdienstes folgt',
      fr: 'Ce qui suit un mot du service de modération',
      'es-ES': 'Qué sigue a una palabra del servicio de moderación',
      ja: 'モデレーションサービスの判定ごとの対処',
    },
  },
  mapSet: {
    name: { en: 'set', de: 'setzen', fr: 'définir', 'es-ES': 'fijar', ja: '設定' },
    description: {
      en: 'Set what follows from a suggested action',
      de: 'Festlegen, was auf eine vorgeschlagene Aktion folgt',
      fr: 'Définir ce qui suit une action suggérée',
      'es-ES': 'Fijar qué sigue a una acción sugerida',
      ja: '提案された対処への動作を決める',
    },
  },
  mapRemove: {
    name: { en: 'remove', de: 'entfernen', fr: 'retirer', 'es-ES': 'quitar', ja: '削除' },
    description: {
      en: 'Remove a rule: the word then only raises an alert',
      de: 'Eine Regel entfernen: das Wort löst dann nur eine Meldung aus',
      fr: 'Retirer une règle : le mot ne donne alors qu’une alerte',
      'es-ES': 'Quitar una regla: la palabra solo dará una alerta',
      ja: 'ルールを削除（以後はアラートのみ）',
    },
  },
  exempt: {
    name: { en: 'exempt', de: 'ausnahme', fr: 'exemption', 'es-ES': 'exención', ja: '除外' },
    description: {
      en: 'Roles and channels that are not looked at',
      de: 'Rollen und Kanäle, die nicht geprüft werden',
      fr: 'Rôles et salons qui ne sont pas vérifiés',
      'es-ES': 'Roles y canales que no se revisan',
      ja: 'チェックしないロールとチャンネル',
    },
  },
  exemptAdd: {
    name: { en: 'add', de: 'hinzufügen', fr: 'ajouter', 'es-ES': 'añadir', ja: '追加' },
    description: {
      en: 'Look no more at a role’s members or at a channel',
      de: 'Mitglieder einer Rolle oder einen Kanal nicht mehr prüfen',
      fr: 'Ne plus vérifier les membres d’un rôle ou un salon',
      'es-ES': 'No revisar más a los miembros de un rol o un canal',
      ja: 'ロールのメンバーやチャンネルを除外する',
    },
  },
  exemptRemove: {
    name: { en: 'remove', de: 'entfernen', fr: 'retirer', 'es-ES': 'quitar', ja: '削除' },
    description: {
      en: 'Look at a role’s members or a channel again',
      de: 'Mitglieder einer Rolle oder einen Kanal wieder prüfen',
      fr: 'Vérifier à nouveau les membres d’un rôle ou un salon',
      'es-ES': 'Volver a revisar a los miembros de un rol o un canal',
      ja: 'ロールのメンバーやチャンネルを再びチェックする',
    },
  },
  ladder: {
    name: { en: 'ladder', de: 'leiter', fr: 'échelle', 'es-ES': 'escalera', ja: '段階' },
    description: {
      en: 'What many strikes lead to',
      de: 'Wohin viele Verstöße führen',
      fr: 'Où mènent de nombreuses fautes',
      'es-ES': 'A qué llevan muchas faltas',
      ja: '違反を重ねたときの対処',
    },
  },
  ladderSwitch: {
    name: { en: 'switch', de: 'schalten', fr: 'activer', 'es-ES': 'activar', ja: '切替' },
    description: {
      en: 'Switch the ladder on or off, and say for how many days a strike counts',
      de: 'Die Leiter ein- oder ausschalten, und wie viele Tage ein Verstoß zählt',
      fr: 'Activer ou non l’échelle, et combien de jours compte une faute',
      'es-ES': 'Activar o no la escalera, y cuántos días cuenta una falta',
      ja: '段階の切り替えと、違反を数える日数',
    },
  },
  ladderSet: {
    name: { en: 'set', de: 'setzen', fr: 'définir', 'es-ES': 'fijar', ja: '設定' },
    description: {
      en: 'Set what so many strikes lead to',
      de: 'Festlegen, wohin so viele Verstöße führen',
      fr: 'Définir où mènent tant de fautes',
      'es-ES': 'Fijar a qué llevan tantas faltas',
      ja: '違反の回数に応じた対処を決める',
    },
  },
  ladderRemove: {
    name: { en: 'remove', de: 'entfernen', fr: 'retirer', 'es-ES': 'quitar', ja: '削除' },
    description: {
      en: 'Remove a rung of the ladder',
      de: 'Eine Sprosse der Leiter entfernen',
      fr: 'Retirer un échelon',
      'es-ES': 'Quitar un peldaño',
      ja: '段階を削除する',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  mode: {
    name: { en: 'mode', de: 'modus', fr: 'mode', 'es-ES': 'modo', ja: 'モード' },
    description: {
      en: 'enforce acts, shadow only tells what it would do, off looks at nothing',
      de: 'enforce handelt, shadow sagt nur, was es täte, off prüft nichts',
      fr: 'enforce agit, shadow dit ce qu’il ferait, off ne vérifie rien',
      'es-ES': 'enforce actúa, shadow solo dice qué haría, off no revisa nada',
      ja: 'enforce は実行、shadow は報告のみ、off は何もしない',
    },
  },
  channel: {
    name: { en: 'channel', de: 'kanal', fr: 'salon', 'es-ES': 'canal', ja: 'チャンネル' },
    description: {
      en: 'A text channel; left out: the one the bot was set up with',
      de: 'Ein Textkanal; ohne Angabe der, mit dem der Bot eingerichtet wurde',
      fr: 'Un salon textuel ; sans lui, celui de la configuration du bot',
      'es-ES': 'Un canal de texto; sin él, el de la configuración del bot',
      ja: 'テキストチャンネル（省略すると初期設定のもの）',
    },
  },
  enabled: {
    name: { en: 'enabled', de: 'aktiv', fr: 'actif', 'es-ES': 'activo', ja: '有効' },
    description: {
      en: 'Whether it is on',
      de: 'Ob es eingeschaltet ist',
      fr: 'Si c’est activé',
      'es-ES': 'Si está activado',
      ja: '有効にするかどうか',
    },
  },
  noticeText: {
    name: { en: 'text', de: 'text', fr: 'texte', 'es-ES': 'texto', ja: '本文' },
    description: {
      en: 'What it says; {channel}, {server} and {case} are filled in',
      de: 'Was darin steht; {channel}, {server} und {case} werden eingesetzt',
      fr: 'Ce qu’il dit ; {channel}, {server} et {case} sont remplacés',
      'es-ES': 'Lo que dice; se rellenan {channel}, {server} y {case}',
      ja: '本文。{channel}・{server}・{case} は置き換えられます',
    },
  },
  length: {
    name: { en: 'length', de: 'dauer', fr: 'durée', 'es-ES': 'duración', ja: '長さ' },
    description: {
      en: 'Such as 10m, 1h 30m or 7 days; at most 28 days',
      de: 'Etwa 10m, 1h 30m oder 7 days; höchstens 28 Tage',
      fr: 'Par exemple 10m, 1h 30m ou 7 days ; 28 jours au plus',
      'es-ES': 'Por ejemplo 10m, 1h 30m o 7 days; 28 días como máximo',
      ja: '例: 10m、1h 30m、7 days（最長 28 日）',
    },
  },
  days: {
    name: { en: 'days', de: 'tage', fr: 'jours', 'es-ES': 'días', ja: '日数' },
    description: {
      en: 'From 1 to 90',
      de: 'Von 1 bis 90',
      fr: 'De 1 à 90',
      'es-ES': 'De 1 a 90',
      ja: '1 から 90 まで',
    },
  },
  zone: {
    name: { en: 'zone', de: 'zone', fr: 'fuseau', 'es-ES': 'zona', ja: 'ゾーン' },
    description: {
      en: 'Such as Europe/Berlin; type a city',
      de: 'Etwa Europe/Berlin; tippe eine Stadt',
      fr: 'Par exemple Europe/Paris ; tapez une ville',
      'es-ES': 'Por ejemplo Europe/Madrid; escribe una ciudad',
      ja: '例: Asia/Tokyo（都市名を入力）',
    },
  },
  testText: {
    name: { en: 'text', de: 'text', fr: 'texte', 'es-ES': 'texto', ja: '文章' },
    description: {
      en: 'A text, as a member might write it',
      de: 'Ein Text, wie ein Mitglied ihn schreiben könnte',
      fr: 'Un texte, comme un membre pourrait l’écrire',
      'es-ES': 'Un texto, como lo escribiría un miembro',
      ja: 'メンバーが書きそうな文章',
    },
  },
  action: {
    name: { en: 'action', de: 'aktion', fr: 'action', 'es-ES': 'acción', ja: '対処' },
    description: {
      en: 'The word the service suggests, such as delete or flag',
      de: 'Das Wort, das der Dienst vorschlägt, etwa delete oder flag',
      fr: 'Le mot que suggère le service, comme delete ou flag',
      'es-ES': 'La palabra que sugiere el servicio, como delete o flag',
      ja: 'サービスが提案する言葉（delete、flag など）',
    },
  },
  effects: {
    name: { en: 'effects', de: 'folgen', fr: 'effets', 'es-ES': 'efectos', ja: '動作' },
    description: {
      en: 'Parted by commas: alert, notice, delete, timeout 1h, kick, ban, role @name',
      de: 'Durch Kommas getrennt: alert, notice, delete, timeout 1h, kick, ban, role @name',
      fr: 'Séparés par des virgules : alert, notice, delete, timeout 1h, kick, ban, role @nom',
      'es-ES': 'Separados por comas: alert, notice, delete, timeout 1h, kick, ban, role @nombre',
      ja: 'コンマ区切り: alert, notice, delete, timeout 1h, kick, ban, role @名前',
    },
  },
  exemptRole: {
    name: { en: 'role', de: 'rolle', fr: 'rôle', 'es-ES': 'rol', ja: 'ロール' },
    description: {
      en: 'Whose members are meant',
      de: 'Deren Mitglieder gemeint sind',
      fr: 'Dont les membres sont concernés',
      'es-ES': 'A cuyos miembros se refiere',
      ja: '対象のロール',
    },
  },
  exemptChannel: {
    name: { en: 'channel', de: 'kanal', fr: 'salon', 'es-ES': 'canal', ja: 'チャンネル' },
    description: {
      en: 'A category or a forum stands for all that is in it',
      de: 'Eine Kategorie oder ein Forum steht für alles darin',
      fr: 'Une catégorie ou un forum vaut pour tout son contenu',
      'es-ES': 'Una categoría o un foro vale por todo lo que contiene',
      ja: 'カテゴリーやフォーラムは中のすべてを含みます',
    },
  },
  strikes: {
    name: { en: 'strikes', de: 'verstöße', fr: 'fautes', 'es-ES': 'faltas', ja: '違反回数' },
    description: {
      en: 'How many within the window, from 2 on',
      de: 'Wie viele im Zeitraum, ab 2',
      fr: 'Combien dans la période, à partir de 2',
      'es-ES': 'Cuántas en el periodo, desde 2',
      ja: '期間内の回数（2 以上）',
    },
  },
  rungEffect: {
    name: { en: 'effect', de: 'folge', fr: 'effet', 'es-ES': 'efecto', ja: '動作' },
    description: {
      en: 'timeout 1d, kick or ban',
      de: 'timeout 1d, kick oder ban',
      fr: 'timeout 1d, kick ou ban',
      'es-ES': 'timeout 1d, kick o ban',
      ja: 'timeout 1d、kick、ban のいずれか',
    },
  },
} satisfies Record<string, Described>;

export const modeNames = {
  enforce: 'enforce – acts on messages',
  shadow: 'shadow – only tells what it would do',
  off: 'off – looks at nothing',
};

/** The fields of the status. */
export const status = {
  title: 'How this server is moderated',
  mode: 'Mode',
  channel: 'Alerts go to',
  configured: (name: string): string => `#${name} (as the bot was set up)`,
  keywords: 'Keyword alerts',
  keywordsAt: (channel: string, role: string | null): string =>
    `${channel}${role === null ? ', pinging nobody' : `, pinging ${role}`}`,
  sameChannel: 'the same channel',
  notice: 'Notice to authors',
  on: 'on',
  off: 'off',
  timeout: 'A timeout lasts',
  retention: 'Texts of cases are kept',
  timeZone: 'Time zone',
  rules: 'What follows from a suggested action',
  exempt: 'Not looked at',
  nobody: 'nobody and nothing',
  ladder: 'Ladder',
  ladderOff: 'off; when it is on:',
  rung: (strikes: number, effect: string): string => `${strikes} strikes → ${effect}`,
  window: (days: number): string => `Strikes count for ${days} ${days === 1 ? 'day' : 'days'}.`,
  now: 'Right now',
  idle: 'Every message is checked as it comes.',
  outage: (since: string, reason: string): string =>
    `⚠️ The moderation service is away since ${since}: ${reason} Messages wait and are checked when it is back.`,
  waiting: (count: number): string => `${count} messages wait for their check.`,
  behind: (count: number): string => `${count} channels are being caught up on.`,
  alertsWaiting: (count: number): string => `${count} alerts wait for their turn.`,
};

export const changed = {
  /** In the moderator channel. */
  announced: (who: string, what: string): string => `⚙️ ${who} changed the moderation: ${what}`,
  unchanged: 'It was like that already; nothing has changed.',
  mode: (mode: string): string => `mode is now **${mode}**.`,
  channel: (channel: string): string => `alerts now go to ${channel}.`,
  noticeOn: 'authors are told when something is done about their message.',
  noticeOff: 'authors are not told any more when something is done about their message.',
  noticeText: 'the notice to authors has a new text.',
  noticeStillOff: 'Notices are off: `/moderation notice enabled: True` switches them on.',
  timeout: (length: string): string => `a timeout lasts ${length} where a rule names no length.`,
  retention: (days: number): string =>
    `texts of new cases are kept for ${days} ${days === 1 ? 'day' : 'days'}.`,
  timeZone: (zone: string, now: string): string => `times are in ${zone} (it is ${now} there now).`,
  rule: (word: string, effects: string): string => `“${word}” now leads to: ${effects}.`,
  ruleRemoved: (word: string): string =>
    `“${word}” has no rule any more, so it only raises an alert.`,
  passRemoved: '“pass” leads to nothing again: it is the word for harmless messages.',
  exempt: (what: string): string => `${what} not looked at any more.`,
  looked: (what: string): string => `${what} looked at again.`,
  is: (one: string): string => `${one} is`,
  are: (one: string, other: string): string => `${one} and ${other} are`,
  ladderOn: (days: number): string =>
    `the ladder is on; a strike counts for ${days} ${days === 1 ? 'day' : 'days'}.`,
  ladderOff: 'the ladder is off.',
  rung: (strikes: number, effect: string): string => `${strikes} strikes now lead to: ${effect}.`,
  ladderStillOff: 'The ladder is off: `/moderation ladder switch` switches it on.',
  rungRemoved: (strikes: number): string => `${strikes} strikes lead to nothing more.`,
};

export const problems = {
  nothingGiven: 'Say what to change: give at least one of the options.',
  noRule: (word: string): string =>
    `There is no rule for “${word}”. \`/moderation status\` lists them all.`,
  noWord: 'Name the word that the service suggests, such as `delete` or `flag`.',
  notYours: (reason: string): string =>
    `${reason} The bot does by itself only what whoever tells it to may do by hand.`,
  restOnlyAlerts:
    'The rule “any other” stands for words nobody has decided on yet, so it can only be an alert.',
  noRung: (strikes: number): string => `The ladder has no rung at ${strikes} strikes.`,
  oneRungEffect: 'A rung has one effect: `timeout 1d`, `kick` or `ban`.',
  roleGone: 'That role is not in this server. Pick it from the list that Discord shows after @.',
  roleTooHigh: (role: string): string =>
    `${role} is not below the bot’s own role, so the bot could not hand it out. Move the bot’s role up first.`,
  roleAboveYou: (role: string): string =>
    `${role} is not below your own highest role, so you cannot have it handed out.`,
  unknownZone: 'I know no such time zone. Type a city and pick one from the list.',
  tooLong: 'A timeout lasts 28 days at most; that is Discord’s limit.',
  unfit: (problem: string): string => `That does not fit: ${problem}.`,
};

export const test = {
  title: 'What would come of it',
  verdict: 'The service suggests',
  confidence: (value: string): string => `confidence ${value}`,
  scores: 'Scores',
  sentiment: 'Sentiment',
  language: 'Language',
  policy: 'This server would',
  nothing: 'let it stand',
  rule: (word: string): string => `rule “${word}”`,
  shadow: 'Shadow mode: it would only be told, nothing done.',
  off: 'Moderation is off: it would not even be looked at.',
  withheld: 'Nothing is done to the owner and the moderators: they would be told of it, no more.',
  samples: (count: number): string =>
    `The text is long, so it is judged in ${count} parts; this is about the one that counts.`,
  rejected: (reason: string): string => `The service does not judge this text: ${reason}`,
  unavailable: (reason: string): string =>
    `The moderation service cannot be asked: ${reason} Try again in a minute.`,
  counted: 'Nothing was done. The service counts it among its samples, as any text.',
};
