import type { Described } from './localise.ts';

/* What people read of /tag. Names in here are defused by whoever fills them in. */

export const tag = {
  name: { en: 'tag', de: 'verschlagworten', fr: 'étiqueter', 'es-ES': 'etiquetar', ja: 'タグ付け' },
  description: {
    en: 'Tags, transcript and moderation of what is said in audio or video',
    de: 'Schlagwörter, Abschrift und Moderation dessen, was in Audio oder Video gesagt wird',
    fr: 'Étiquettes, transcription et modération de ce qui est dit dans un média',
    'es-ES': 'Etiquetas, transcripción y moderación de lo que se dice en un audio o vídeo',
    ja: '音声や動画の発言のタグ・文字起こし・モデレーション',
  },
} satisfies Described;

export const subcommands = {
  start: {
    name: { en: 'start', de: 'starten', fr: 'lancer', 'es-ES': 'iniciar', ja: '開始' },
    description: {
      en: 'Have an audio or video listened to',
      de: 'Ein Audio oder Video anhören lassen',
      fr: 'Faire écouter un audio ou une vidéo',
      'es-ES': 'Hacer escuchar un audio o vídeo',
      ja: '音声や動画を解析する',
    },
  },
  status: {
    name: { en: 'status', de: 'stand', fr: 'état', 'es-ES': 'estado', ja: '状態' },
    description: {
      en: 'How far a session is, and its tags',
      de: 'Wie weit eine Sitzung ist, und ihre Schlagwörter',
      fr: 'Où en est une session, et ses étiquettes',
      'es-ES': 'Cómo va una sesión y sus etiquetas',
      ja: 'セッションの進み具合とタグ',
    },
  },
  transcript: {
    name: {
      en: 'transcript',
      de: 'abschrift',
      fr: 'transcription',
      'es-ES': 'transcripción',
      ja: '文字起こし',
    },
    description: {
      en: 'What was said, as a file',
      de: 'Was gesagt wurde, als Datei',
      fr: 'Ce qui a été dit, dans un fichier',
      'es-ES': 'Lo que se dijo, como archivo',
      ja: '発言内容をファイルで表示',
    },
  },
  list: {
    name: { en: 'list', de: 'liste', fr: 'liste', 'es-ES': 'lista', ja: '一覧' },
    description: {
      en: 'The sessions of this server, of the last 30 days',
      de: 'Die Sitzungen dieses Servers der letzten 30 Tage',
      fr: 'Les sessions de ce serveur, des 30 derniers jours',
      'es-ES': 'Las sesiones de este servidor de los últimos 30 días',
      ja: 'このサーバーの過去30日間のセッション',
    },
  },
  key: {
    name: { en: 'key', de: 'schlüssel', fr: 'clé', 'es-ES': 'clave', ja: 'キー' },
    description: {
      en: 'The author key of a session you started; only you see it',
      de: 'Der Autorenschlüssel einer von Ihnen begonnenen Sitzung; nur Sie sehen ihn',
      fr: 'La clé d’auteur d’une session que vous avez lancée ; vous seul la voyez',
      'es-ES': 'La clave de autor de una sesión que usted inició; solo usted la ve',
      ja: '自分が開始したセッションの作成者キー(自分にのみ表示)',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  url: {
    name: { en: 'url', de: 'adresse', fr: 'adresse', 'es-ES': 'dirección', ja: 'url' },
    description: {
      en: 'Public address of the audio or video itself, not of a page about it',
      de: 'Öffentliche Adresse des Audios oder Videos selbst, nicht einer Seite darüber',
      fr: 'Adresse publique du média lui-même, pas d’une page à son sujet',
      'es-ES': 'Dirección pública del audio o vídeo, no de una página sobre él',
      ja: '音声や動画そのものの公開アドレス(紹介ページではなく)',
    },
  },
  file: {
    name: { en: 'file', de: 'datei', fr: 'fichier', 'es-ES': 'archivo', ja: 'ファイル' },
    description: {
      en: 'Or an audio or video file',
      de: 'Oder eine Audio- oder Videodatei',
      fr: 'Ou un fichier audio ou vidéo',
      'es-ES': 'O un archivo de audio o vídeo',
      ja: 'または音声・動画ファイル',
    },
  },
  seed: {
    name: { en: 'seed', de: 'hinweis', fr: 'indice', 'es-ES': 'pista', ja: 'ヒント' },
    description: {
      en: 'A sentence about what it is about; the tags get better',
      de: 'Ein Satz dazu, worum es geht; die Schlagwörter werden besser',
      fr: 'Une phrase sur le sujet ; les étiquettes seront meilleures',
      'es-ES': 'Una frase sobre el tema; las etiquetas mejoran',
      ja: '内容を表す一文(タグの精度が上がります)',
    },
  },
  session: {
    name: { en: 'session', de: 'sitzung', fr: 'session', 'es-ES': 'sesión', ja: 'セッション' },
    description: {
      en: 'Which session',
      de: 'Welche Sitzung',
      fr: 'Quelle session',
      'es-ES': 'Qué sesión',
      ja: 'どのセッションか',
    },
  },
  format: {
    name: { en: 'format', de: 'format', fr: 'format', 'es-ES': 'formato', ja: '形式' },
    description: {
      en: 'Of the file',
      de: 'Der Datei',
      fr: 'Du fichier',
      'es-ES': 'Del archivo',
      ja: 'ファイルの形式',
    },
  },
} satisfies Record<string, Described>;

export const formats = { txt: 'Text (.txt)', srt: 'Subtitles (.srt)' };
