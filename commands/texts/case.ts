import type { Described, Named } from './localise.ts';
import { moment } from '../../src/discord/texts.ts';

/* What people read of /case, of the buttons of alerts and of "Moderation record". */

export const caseTexts = {
  name: { en: 'case', de: 'fall', fr: 'cas', 'es-ES': 'caso', ja: '案件' },
  description: {
    en: 'Cases: what was done about messages, by the bot and by moderators',
    de: 'Fälle: was Bot und Moderatoren wegen Nachrichten getan haben',
    fr: 'Les cas : ce que le bot et les modérateurs ont fait',
    'es-ES': 'Casos: qué se hizo con los mensajes, por el bot y por moderadores',
    ja: '案件：ボットとモデレーターがメッセージに行った対処',
  },
} satisfies Described;

export const subcommands = {
  show: {
    name: { en: 'show', de: 'zeigen', fr: 'afficher', 'es-ES': 'mostrar', ja: '表示' },
    description: {
      en: 'Show the whole record of a case',
      de: 'Alles zeigen, was zu einem Fall festgehalten ist',
      fr: 'Afficher tout ce qui est consigné sur un cas',
      'es-ES': 'Mostrar todo lo registrado de un caso',
      ja: '案件の記録をすべて表示',
    },
  },
  list: {
    name: { en: 'list', de: 'liste', fr: 'liste', 'es-ES': 'lista', ja: '一覧' },
    description: {
      en: 'The latest cases, of all or of one member',
      de: 'Die letzten Fälle, von allen oder von einem Mitglied',
      fr: 'Les derniers cas, de tous ou d’un membre',
      'es-ES': 'Los últimos casos, de todos o de un miembro',
      ja: '最近の案件（全員または一人）',
    },
  },
  undo: {
    name: { en: 'undo', de: 'rückgängig', fr: 'annuler', 'es-ES': 'deshacer', ja: '取消' },
    description: {
      en: 'Lift the timeout or ban of a case, give roles back',
      de: 'Auszeit oder Bann eines Falls aufheben, Rollen zurückgeben',
      fr: 'Lever l’exclusion ou le bannissement d’un cas, rendre les rôles',
      'es-ES': 'Quitar el aislamiento o el baneo de un caso, devolver roles',
      ja: '案件のタイムアウトやBANを解除し、ロールを戻す',
    },
  },
  pardon: {
    name: { en: 'pardon', de: 'fehlalarm', fr: 'tolérer', 'es-ES': 'tolerar', ja: '誤検知' },
    description: {
      en: 'Call a case a false positive: undo it, and let the same text stand from now on',
      de: 'Einen Fall Fehlalarm nennen: aufheben und denselben Text künftig stehen lassen',
      fr: 'Déclarer une fausse alerte : annuler et tolérer désormais le même texte',
      'es-ES': 'Declarar un falso positivo: deshacer y tolerar desde ahora el mismo texto',
      ja: '誤検知とする：取り消し、以後同じ文章をそのままにする',
    },
  },
  unpardon: {
    name: {
      en: 'unpardon',
      de: 'wieder-ahnden',
      fr: 'ne-plus-tolérer',
      'es-ES': 'no-tolerar',
      ja: '誤検知取消',
    },
    description: {
      en: 'Take back that a case is a false positive: its text is acted on again',
      de: 'Zurücknehmen, dass ein Fall Fehlalarm war: bei seinem Text wird wieder gehandelt',
      fr: 'Un cas n’est plus une fausse alerte : on agit de nouveau sur son texte',
      'es-ES': 'Un caso ya no es un falso positivo: se vuelve a actuar ante su texto',
      ja: '誤検知の判断を取り消し、同じ文章に再び対処する',
    },
  },
  note: {
    name: { en: 'note', de: 'notiz', fr: 'note', 'es-ES': 'nota', ja: 'メモ' },
    description: {
      en: 'Write something down about a case, for the other moderators',
      de: 'Für die anderen Moderatoren etwas zu einem Fall notieren',
      fr: 'Noter quelque chose sur un cas, pour les autres modérateurs',
      'es-ES': 'Anotar algo de un caso para los demás moderadores',
      ja: '他のモデレーターのために案件へメモを残す',
    },
  },
  forget: {
    name: { en: 'forget', de: 'vergessen', fr: 'oublier', 'es-ES': 'olvidar', ja: '消去' },
    description: {
      en: 'Remove what a member wrote from their cases; the cases stay',
      de: 'Was ein Mitglied schrieb, aus seinen Fällen entfernen; die Fälle bleiben',
      fr: 'Retirer des cas ce qu’un membre a écrit ; les cas restent',
      'es-ES': 'Quitar de los casos lo que escribió un miembro; los casos quedan',
      ja: 'メンバーの文章を案件から消去（案件は残る）',
    },
  },
} satisfies Record<string, Described>;

export const options = {
  number: {
    name: { en: 'number', de: 'nummer', fr: 'numéro', 'es-ES': 'número', ja: '番号' },
    description: {
      en: 'The number of the case, as its alert says',
      de: 'Die Nummer des Falls, wie in der Meldung',
      fr: 'Le numéro du cas, comme dans son alerte',
      'es-ES': 'El número del caso, como en su alerta',
      ja: 'アラートにある案件の番号',
    },
  },
  user: {
    name: { en: 'user', de: 'mitglied', fr: 'membre', 'es-ES': 'miembro', ja: 'メンバー' },
    description: {
      en: 'Whose messages the cases are about',
      de: 'Um wessen Nachrichten es geht',
      fr: 'L’auteur des messages',
      'es-ES': 'El autor de los mensajes',
      ja: 'メッセージを書いたメンバー',
    },
  },
  which: {
    name: { en: 'which', de: 'welche', fr: 'lesquels', 'es-ES': 'cuáles', ja: '種類' },
    description: {
      en: 'Only some of them',
      de: 'Nur manche davon',
      fr: 'Seulement certains',
      'es-ES': 'Solo algunos',
      ja: '一部だけを表示',
    },
  },
  reason: {
    name: { en: 'reason', de: 'grund', fr: 'raison', 'es-ES': 'motivo', ja: '理由' },
    description: {
      en: 'Why; it stands in the audit log and on the alert',
      de: 'Warum; steht im Audit-Log und in der Meldung',
      fr: 'Pourquoi ; visible dans le journal d’audit et sur l’alerte',
      'es-ES': 'Por qué; aparece en el registro de auditoría y en la alerta',
      ja: '理由（監査ログとアラートに残ります）',
    },
  },
  text: {
    name: { en: 'text', de: 'text', fr: 'texte', 'es-ES': 'texto', ja: '本文' },
    description: {
      en: 'What to write down',
      de: 'Was notiert wird',
      fr: 'Ce qu’il faut noter',
      'es-ES': 'Qué anotar',
      ja: 'メモの内容',
    },
  },
} satisfies Record<string, Described>;

export const which = {
  open: 'no moderator has decided',
  settled: 'a moderator has decided',
  undone: 'undone, or a false positive',
};

export const record: Named = {
  name: {
    en: 'Moderation record',
    de: 'Moderationsakte',
    fr: 'Dossier de modération',
    'es-ES': 'Historial de moderación',
    ja: 'モデレーション記録',
  },
};

export const noSuchCase = (number: string): string =>
  `There is no case ${number} in this server. The number stands on the alert: “Case #12”.`;

export const list = {
  title: 'Cases',
  none: 'There is no such case.',
  noMore: 'There are no older ones.',
  alert: 'alert',
  message: 'message',
  refused: (what: string): string => `⛔ could not ${what}`,
};

export const recordOf = {
  title: (name: string): string => `Moderation record of ${name}`,
  account: 'Account made',
  joined: 'Joined',
  left: 'is not in this server',
  cases: (count: number, isAll: boolean): string => `${isAll ? '' : 'At least '}${count}`,
  count: 'Cases',
  outcomes: 'What came of them',
  nothing: 'Nothing is on record.',
  kinds: {
    deleted: 'message deleted',
    timedOut: 'timed out',
    kicked: 'kicked',
    banned: 'banned',
    roles: 'roles changed',
    shadowed: 'only watched (shadow mode)',
    refused: 'refused by Discord',
    lookedAt: 'only an alert',
    undone: 'undone by a moderator',
    pardoned: 'a false positive',
  },
};

export const answers = {
  goesOn:
    'Discord does not answer the bot right now. It is written down and will be done as soon as Discord is back; the ' +
    'alert will show it.',
  busy: (userId: string): string =>
    `<@${userId}> is at it right now. Look at the alert in a moment.`,
  notCarriedOut: 'The bot is not through with this case itself. Try again in a moment.',
  alreadyBy: (userId: string, atMs: number): string =>
    `<@${userId}> did that already, ${moment(atMs, 'R')}.`,
  alreadyDone: 'The bot did that already.',
  nothingToUndo: 'There is nothing in this case that can be undone.',
  notJudged: 'No verdict stands behind this case, so none was false.',
  changed: 'Something was done in this case just now. Look at it again, and try again.',
  notPardoned: 'It is not marked as a false positive.',
  canTakeBack: (number: number): string => `\`/case unpardon ${number}\` takes that back.`,
  noted: 'Noted. `/case show` shows it.',
  tooManyNotes: 'There are 50 notes in this case already.',
  hitGone: 'The keyword alert is too old: what it was about is no longer kept.',
  forgotten: (cases: number, hits: number, userId: string): string => {
    const from = [
      ...(cases === 0 ? [] : [`${cases} case${cases === 1 ? '' : 's'}`]),
      ...(hits === 0 ? [] : [`${hits} keyword alert${hits === 1 ? '' : 's'}`]),
    ];
    return from.length === 0
      ? `There are no cases and no keyword alerts about messages of <@${userId}>.`
      : `The texts of <@${userId}> are removed from ${from.join(' and ')}. ` +
          'Alerts that were posted still quote them: delete those by hand if they must go too.';
  },
  mayNotForget: 'You lack the permission “Manage Server”.',
};

export const banModal = {
  title: 'Ban the author?',
  reason: 'Reason (audit log; may stay empty)',
};
