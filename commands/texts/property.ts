import type { Described } from './localise.ts';

/* What people read of /property. */

export const property = {
  name: { en: 'property', de: 'objekt', fr: 'propriété', 'es-ES': 'propiedad', ja: 'プロパティ' },
  description: {
    en: 'This server as a property of the moderation service',
    de: 'Dieser Server als Objekt des Moderationsdienstes',
    fr: 'Ce serveur en tant que propriété du service de modération',
    'es-ES': 'Este servidor como propiedad del servicio de moderación',
    ja: 'モデレーションサービスのプロパティとしてのこのサーバー',
  },
} satisfies Described;

export const subcommands = {
  ban: {
    name: { en: 'ban', de: 'bannen', fr: 'bannir', 'es-ES': 'banear', ja: 'ban' },
    description: {
      en: 'Have the service ban somebody from this server',
      de: 'Jemanden durch den Dienst von diesem Server bannen lassen',
      fr: 'Faire bannir quelqu’un de ce serveur par le service',
      'es-ES': 'Hacer que el servicio banee a alguien de este servidor',
      ja: 'サービスにこのサーバーからのBANを依頼',
    },
  },
  unban: {
    name: { en: 'unban', de: 'entbannen', fr: 'débannir', 'es-ES': 'desbanear', ja: 'ban解除' },
    description: {
      en: 'Have the service lift a ban',
      de: 'Einen Bann durch den Dienst aufheben lassen',
      fr: 'Faire lever un bannissement par le service',
      'es-ES': 'Hacer que el servicio levante un baneo',
      ja: 'サービスにBANの解除を依頼',
    },
  },
  roles: {
    name: { en: 'roles', de: 'rollen', fr: 'rôles', 'es-ES': 'roles', ja: 'ロール' },
    description: {
      en: 'Roles of members',
      de: 'Rollen von Mitgliedern',
      fr: 'Rôles des membres',
      'es-ES': 'Roles de los miembros',
      ja: 'メンバーのロール',
    },
  },
  rolesAdd: {
    name: { en: 'add', de: 'geben', fr: 'ajouter', 'es-ES': 'añadir', ja: '追加' },
    description: {
      en: 'Have the service give a member a role',
      de: 'Einem Mitglied durch den Dienst eine Rolle geben lassen',
      fr: 'Faire donner un rôle à un membre par le service',
      'es-ES': 'Hacer que el servicio dé un rol a un miembro',
      ja: 'サービスにロールの付与を依頼',
    },
  },
  rolesRemove: {
    name: { en: 'remove', de: 'nehmen', fr: 'retirer', 'es-ES': 'quitar', ja: '削除' },
    description: {
      en: 'Have the service take a role from a member',
      de: 'Einem Mitglied durch den Dienst eine Rolle nehmen lassen',
      fr: 'Faire retirer un rôle à un membre par le service',
      'es-ES': 'Hacer que el servicio quite un rol a un miembro',
      ja: 'サービスにロールの削除を依頼',
    },
  },
  action: {
    name: { en: 'action', de: 'aktion', fr: 'action', 'es-ES': 'acción', ja: 'アクション' },
    description: {
      en: 'Ask the service for any action it knows',
      de: 'Den Dienst um eine beliebige Aktion bitten, die er kennt',
      fr: 'Demander au service n’importe quelle action qu’il connaît',
      'es-ES': 'Pedir al servicio cualquier acción que conozca',
      ja: 'サービスが知っている任意のアクションを依頼',
    },
  },
  setting: {
    name: { en: 'setting', de: 'einstellung', fr: 'réglage', 'es-ES': 'ajuste', ja: '設定' },
    description: {
      en: 'Change a setting of this property',
      de: 'Eine Einstellung dieses Objekts ändern',
      fr: 'Changer un réglage de cette propriété',
      'es-ES': 'Cambiar un ajuste de esta propiedad',
      ja: 'このプロパティの設定を変更',
    },
  },
  analytics: {
    name: { en: 'analytics', de: 'analyse', fr: 'analyses', 'es-ES': 'analítica', ja: '分析' },
    description: {
      en: 'What happened on a day, in numbers, as a chart and as a file',
      de: 'Was an einem Tag geschah: Zahlen, Diagramm und Datei',
      fr: 'Ce qui s’est passé un jour : chiffres, graphique et fichier',
      'es-ES': 'Lo que pasó un día: cifras, gráfico y archivo',
      ja: 'ある日の出来事を数字・グラフ・ファイルで表示',
    },
  },
  audit: {
    name: { en: 'audit', de: 'protokoll', fr: 'journal', 'es-ES': 'registro', ja: '監査ログ' },
    description: {
      en: 'What was done on this property in the last 72 hours',
      de: 'Was in den letzten 72 Stunden an diesem Objekt getan wurde',
      fr: 'Ce qui a été fait sur cette propriété ces 72 dernières heures',
      'es-ES': 'Lo que se hizo en esta propiedad en las últimas 72 horas',
      ja: '過去72時間にこのプロパティで行われたこと',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  user: {
    name: { en: 'user', de: 'person', fr: 'utilisateur', 'es-ES': 'usuario', ja: 'ユーザー' },
    description: {
      en: 'Whom it is about',
      de: 'Um wen es geht',
      fr: 'La personne concernée',
      'es-ES': 'De quién se trata',
      ja: '対象のユーザー',
    },
  },
  reason: {
    name: { en: 'reason', de: 'grund', fr: 'raison', 'es-ES': 'motivo', ja: '理由' },
    description: {
      en: 'Why; the moderators are told',
      de: 'Warum; die Moderation erfährt es',
      fr: 'Pourquoi ; les modérateurs en sont informés',
      'es-ES': 'Por qué; se informa a los moderadores',
      ja: '理由(モデレーターに伝えられます)',
    },
  },
  role: {
    name: { en: 'role', de: 'rolle', fr: 'rôle', 'es-ES': 'rol', ja: 'ロール' },
    description: {
      en: 'Which role',
      de: 'Welche Rolle',
      fr: 'Quel rôle',
      'es-ES': 'Qué rol',
      ja: 'どのロールか',
    },
  },
  command: {
    name: { en: 'command', de: 'befehl', fr: 'commande', 'es-ES': 'comando', ja: 'コマンド' },
    description: {
      en: 'The service’s word for it, such as ban or roles',
      de: 'Das Wort des Dienstes dafür, etwa ban oder roles',
      fr: 'Le mot du service, par exemple ban ou roles',
      'es-ES': 'La palabra del servicio, por ejemplo ban o roles',
      ja: 'サービスでの名前(banやrolesなど)',
    },
  },
  operation: {
    name: { en: 'operation', de: 'vorgang', fr: 'opération', 'es-ES': 'operación', ja: '操作' },
    description: {
      en: 'add or remove; what it means depends on the command',
      de: 'add oder remove; die Bedeutung hängt vom Befehl ab',
      fr: 'add ou remove ; le sens dépend de la commande',
      'es-ES': 'add o remove; el significado depende del comando',
      ja: 'addまたはremove(意味はコマンドによる)',
    },
  },
  targets: {
    name: { en: 'targets', de: 'ziele', fr: 'cibles', 'es-ES': 'objetivos', ja: '対象' },
    description: {
      en: 'Users, as mentions or ids, with blanks between them',
      de: 'Personen als Erwähnungen oder IDs, durch Leerzeichen getrennt',
      fr: 'Utilisateurs : mentions ou identifiants séparés par des espaces',
      'es-ES': 'Usuarios: menciones o id separados por espacios',
      ja: 'ユーザーのメンションまたはID(空白区切り)',
    },
  },
  values: {
    name: { en: 'values', de: 'werte', fr: 'valeurs', 'es-ES': 'valores', ja: '値' },
    description: {
      en: 'Items such as roles, as mentions, ids or words, with blanks between them',
      de: 'Dinge wie Rollen, als Erwähnungen, IDs oder Wörter, durch Leerzeichen getrennt',
      fr: 'Éléments comme des rôles : mentions, identifiants ou mots séparés par des espaces',
      'es-ES': 'Elementos como roles: menciones, id o palabras separados por espacios',
      ja: 'ロールなどのメンション・ID・単語(空白区切り)',
    },
  },
  key: {
    name: { en: 'key', de: 'schlüssel', fr: 'clé', 'es-ES': 'clave', ja: 'キー' },
    description: {
      en: 'Which setting',
      de: 'Welche Einstellung',
      fr: 'Quel réglage',
      'es-ES': 'Qué ajuste',
      ja: 'どの設定か',
    },
  },
  value: {
    name: { en: 'value', de: 'wert', fr: 'valeur', 'es-ES': 'valor', ja: '値' },
    description: {
      en: 'true, false, a number or a text; "in quotes" it is always a text',
      de: 'true, false, eine Zahl oder ein Text; "in Anführungszeichen" immer ein Text',
      fr: 'true, false, un nombre ou un texte ; "entre guillemets", toujours un texte',
      'es-ES': 'true, false, un número o un texto; "entre comillas" siempre es texto',
      ja: 'true・false・数値・テキスト("引用符"付きは常にテキスト)',
    },
  },
  tag: {
    name: { en: 'tag', de: 'kennung', fr: 'étiquette', 'es-ES': 'etiqueta', ja: 'タグ' },
    description: {
      en: 'Of the day',
      de: 'Des Tages',
      fr: 'Du jour',
      'es-ES': 'Del día',
      ja: '日付のタグ',
    },
  },
  type: {
    name: { en: 'type', de: 'art', fr: 'type', 'es-ES': 'tipo', ja: '種類' },
    description: {
      en: 'Only events of this type',
      de: 'Nur Ereignisse dieser Art',
      fr: 'Seulement les événements de ce type',
      'es-ES': 'Solo eventos de este tipo',
      ja: 'この種類のイベントのみ',
    },
  },
} satisfies Record<string, Described>;
