/* The only part of the bot that `commands/` may import. Whatever else a command needs has to be added here. */
export { isAgeRestricted, parentIdsOf } from './access/channels.ts';
export {
  byHand,
  canAct,
  canAutomate,
  canDecide,
  canManageServer,
  canModerate,
  canReadHistory,
  fetchMembers,
} from './acting/actions/authority.ts';
export { noticeText } from './acting/actions/kinds/send-notice.ts';
export { banOf, refusalOf } from './acting/actions/target-state.ts';
export { isBanOf } from './acting/actions/audit-reason.ts';
export type { Spread } from './charts/chart.ts';
export {
  diagnosticsOf,
  type Check,
  type CheckName,
  type Finding,
} from './diagnostics/diagnostics.ts';
export type { ModeratorActionResult } from './domain/actions/moderator-action-ports.ts';
export { AUTHOR_ACTIONS } from './domain/actions/moderator-actions.ts';
export { MAX_BAN_SECONDS } from './domain/actions/kinds/ban.ts';
export { MAX_TIMEOUT_SECONDS } from './domain/actions/kinds/timeout.ts';
export { ACTION_FACTS, factsOf } from './domain/actions/action-facts.ts';
export { activeEffectsOf, isTextAllowed } from './domain/actions/active-effects.ts';
export { actionsFor, conflictOf, type Conflict } from './domain/actions/moderator-action-kinds.ts';
export {
  caseAuthorOf,
  hasOpenAlert,
  manualActionOf,
  pictureMatchOf,
  moderatorActionKindSchema,
  type Case,
  type MessageRef,
  type ModeratorActionKind,
} from './domain/case.ts';
export { inOrder, type Decision } from './domain/decide.ts';
export {
  effectSchema,
  type Action,
  type Effect,
  type Refusal,
  type Reversal,
} from './domain/effects.ts';
export {
  resultOf,
  attemptsOf,
  isUndone,
  type Attempt,
  type CaseResult,
  type CaseSpan,
} from './domain/figures/case-figures.ts';
export { countEffects } from './domain/figures/effect-counts.ts';
export type { IncidentView } from './domain/incidents/incident-ports.ts';
export {
  bulkKindSchema,
  pauseKindSchema,
  pauseSchema,
  type BulkAction,
  type BulkKind,
  type Incident,
  type Pause,
} from './domain/incidents/incident.ts';
export {
  MAX_INSIGHTS_RESULTS,
  SAMPLE_RETENTION_MS,
  startedQuerySchema,
  type StartedQuery,
} from './domain/insights-jobs.ts';
export {
  MAX_KEYWORDS,
  MAX_KEYWORD_LENGTH,
  foldKeyword,
  type Keyword,
  type Keywords,
} from './domain/keywords.ts';
export {
  isWithdrawn,
  type ManualOrder,
  type Lift,
  type Punishment,
} from './domain/manual/manual-case.ts';
export { reasonOfCase, withReason } from './domain/manual/case-reason.ts';
export type { ManualResult, PurgeMessage, PurgeSelection } from './domain/manual/manual-ports.ts';
export type { Origin } from './domain/policy/choose-rule.ts';
export {
  MAX_CASE_DAYS,
  MAX_LOG_DAYS,
  MAX_PRESET_OVERRIDES,
  MIN_CASE_DAYS,
  appModeSchema,
  modeSchema,
  nameModeSchema,
  policySchema,
  type AppMode,
  type IncidentSettings,
  type NameMode,
  type Policy,
  type PresetOverride,
} from './domain/policy/policy.ts';
export { presetNameSchema, type PresetName } from './domain/policy/preset-names.ts';
export { KNOWN_ACTIONS } from './domain/policy/presets.ts';
export {
  HARMLESS_ACTION,
  MAX_AGE_DAYS,
  MAX_RULES,
  MAX_RULE_NAME_LENGTH,
  MAX_VALUES,
  coversHarmless,
  type Conditions,
  type DecidingRule,
  type Rule,
  type ScoreCondition,
} from './domain/policy/rules.ts';
export type { MailEntry, WriteResult } from './domain/mail/mail.ts';
export type { History } from './domain/ports.ts';
export type { PipelineStatus } from './domain/pipeline-status.ts';
export type { KeywordHit } from './domain/keyword-hits.ts';
export type {
  MessagePreview,
  PolicyPreviewResult,
  PreviewResult,
  PreviewedText,
} from './domain/preview.ts';
export {
  kindOfSetting,
  knownSettings,
  type SettingKind,
  type SettingValue,
} from './domain/property-settings.ts';
export {
  APPEAL_LENGTH,
  REJECTION_LENGTH,
  acceptanceOf,
  appealStateOf,
  isUnbanned,
  type AppealState,
} from './domain/reviews/appeals.ts';
export type {
  AppealDecisionResult,
  AppealRequest,
  ReportResult,
} from './domain/reviews/review-ports.ts';
export {
  parseSubject,
  subjectText,
  type Appeal,
  type Review,
  type ReviewRef,
} from './domain/reviews/review.ts';
export { fingerprintOf, textOf } from './domain/sample.ts';
export type { StartedTagging } from './domain/tagging.ts';
export { type AlertCases, CLAIM_MS, claimantOf, inQueueOrder, isQueued } from './domain/queue.ts';
export { medianWait } from './domain/figures/median-wait.ts';
export { severeCategory } from './domain/verdict.ts';
export type { WebhookState } from './domain/webhook-state.ts';
export {
  MAX_PICTURES,
  type KnownPicture,
  type KnownPictures,
  type PictureEvidence,
} from './domain/pictures/known-pictures.ts';
export { readPictureList, writePictureList } from './domain/pictures/picture-list.ts';
export type { PictureReading } from './domain/pictures/picture-ports.ts';
export type { Snapshot } from './domain/snapshot.ts';
export type { PictureCounts } from './judging/picture-checks.ts';
export {
  MAX_MENTIONS,
  MAX_NATIVE_ALLOWED,
  NATIVE_KINDS,
  READY_MADE,
  importOf,
  type NativeImport,
  type NativeKeywordRule,
  type NativeKind,
  type NativeRule,
  type NativeTrigger,
} from './domain/words/native-rules.ts';
export {
  MAX_WORDS,
  WORD_LISTS,
  type AddedWords,
  type ListedWord,
  type WordList,
} from './domain/words/server-words.ts';
export {
  MAX_WORD_LENGTH,
  MIN_LETTERS,
  MIN_LETTERS_WITH_WILDCARD,
  parseWord,
  type WordPattern,
  type WordProblem,
} from './domain/words/word-pattern.ts';
export { channelsWithMessagesSince } from './gateway/messages/recent-channels.ts';
export {
  createCanSee,
  isAboveChannels,
  seesAllChannels,
  type CanSee,
  type Viewer,
} from './interactions/channel-access.ts';
export { isCancelled } from './interactions/cancel.ts';
export { findServerName, hasAllServers } from './interactions/client-shards.ts';
export type {
  AnyComponent,
  AnywhereCall,
  AutocompleteCall,
  Call,
  Choice,
  Command,
  Component,
  ComponentCall,
  Form,
  MessageMenu,
  Reply,
  ReplyFile,
  SlashCall,
  SlashCommand,
  UserMenu,
} from './interactions/command.ts';
export {
  addAdvancedCommands,
  hasAdvancedCommands,
  removeAdvancedCommands,
} from './interactions/registration/advanced.ts';
export type { Caller } from './interactions/replyable.ts';
export type { EnglishCatalogue } from './locales/english.ts';
export { languageOf, languages, type Language } from './locales/languages.ts';
export { message, type Message } from './locales/message.ts';
export {
  isMessageKey,
  localizations,
  translator,
  type MessageKey,
  type Translate,
} from './locales/translate.ts';
export { furtherButtons } from './posts/alerts/alert-buttons.ts';
export { historyBefore, historyText } from './posts/alerts/author-history.ts';
export { caseEmbed, noteFields } from './posts/alerts/case-embed.ts';
export {
  alikeText,
  authorText,
  blockedWordsText,
  categoryOf,
  headOf,
  scoreName,
  whereOf,
} from './posts/alerts/case-parts.ts';
export { effectLines } from './posts/alerts/effect-lines.ts';
export {
  moderatorActionHead,
  moderatorActionLines,
  stepLine,
} from './posts/alerts/moderator-action-lines.ts';
export {
  audienceOf,
  channelProblem,
  moderatorChannelOf,
} from './posts/alerts/moderator-channel.ts';
export { createModeratorChannel } from './posts/alerts/private-channel.ts';
export { technicalFile } from './posts/alerts/technical-file.ts';
export { actionsText, scoresText, weightiestWords } from './posts/alerts/verdict-text.ts';
export {
  mailButton,
  MAIL_BLOCK_ID,
  MAIL_CLOSE_ID,
  MAIL_SEND_ID,
  MAIL_WRITE_ID,
  rowOf,
} from './posts/mail/mail-buttons.ts';
export { mailChannelProblem } from './posts/mail/mail-channel.ts';
export { incidentButtons } from './posts/incidents/incident-buttons.ts';
export { incidentEmbed, sizeText } from './posts/incidents/incident-embed.ts';
export { OPEN_SETUP } from './posts/onboarding/setup-button.ts';
export { erasedPlaces } from './posts/reports/erasure-post.ts';
export { figuresEmbed } from './posts/reports/figures-embed.ts';
export { WATCH_OVER } from './posts/scheduled/watch-report.ts';
export {
  APPEAL_ID,
  REJECT_ID,
  REPORT_CHOICES,
  REVIEW_ID,
  reviewButtons,
  type ReportChoice,
} from './posts/reviews/review-buttons.ts';
export { reviewEmbed } from './posts/reviews/review-embed.ts';
export { duration, rounded, timestamp } from './rendering/format.ts';
export { serverLanguage, type Renderer } from './rendering/renderer.ts';
export { ruleNote, ruleText } from './rendering/rule-text.ts';
export { defuse, defuseLine, spoiler, truncate, visible } from './rendering/sanitize.ts';
export type { CommandDeps, CommandSet } from './command-deps.ts';
export { QUESTION_ID, type QuestionChoice } from './interactions/questions.ts';
