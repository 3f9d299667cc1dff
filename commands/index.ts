import type { AnyComponent, Command, CommandDeps, CommandSet } from '../src/bot/command-kit.ts';
import { banButton, caseButton, hitButton } from './alerts/buttons.ts';
import { detailsButton, detailsChoice } from './alerts/details.ts';
import { falseAlarmTexts } from './alerts/false-alarm.ts';
import { advancedCommands } from './advanced.ts';
import { appealsCommand, reviewChoice } from './appeals/index.ts';
import { rejectForm, reviewButton } from './appeals/decide.ts';
import { appealForm } from './appeals/form.ts';
import { caseCommand } from './case/index.ts';
import { casePages } from './case/list.ts';
import { checkMessageMenu } from './check-message.ts';
import { doctorCommand } from './doctor.ts';
import { logCommand } from './log.ts';
import { moderationCommand } from './moderation/index.ts';
import { mailBlockButton, mailCloseForm } from './modmail/conversation.ts';
import { modmailCommand } from './modmail/index.ts';
import { mailChoice, mailForm } from './modmail/write.ts';
import { explainServiceFailure } from './explain.ts';
import { privacyCommand, privacyErasure } from './privacy.ts';
import { ownRecordPages, recordCommand, recordMenu, recordPages } from './record.ts';
import { reportMenu } from './report.ts';
import { eraseAllForm } from './moderation/erase-all.ts';
import { createHelp } from './help.ts';
import { incidentButton } from './incident/button.ts';
import { incidentCommand } from './incident/index.ts';
import { samplePages, samplesButton } from './insights/samples.ts';
import { keywordsCommand } from './keywords/index.ts';
import { keywordPages } from './keywords/list.ts';
import { failedRetry } from './keywords/failed.ts';
import { picturesCommand } from './pictures/index.ts';
import { picturePages } from './pictures/list.ts';
import { blockPictureButton, blockPictureMenu } from './pictures/menu.ts';
import { auditPages } from './property/audit.ts';
import {
  banCommand,
  kickCommand,
  timeoutCommand,
  unbanCommand,
  untimeoutCommand,
  warnCommand,
} from './punish/index.ts';
import { noteCommand } from './note.ts';
import { queueButton, queueCommand } from './queue.ts';
import { reasonCommand } from './case/reason.ts';
import { purgeCommand } from './purge/index.ts';
import { manyWords } from './words/add.ts';
import { wordsCommand } from './words/index.ts';
import { wordPages } from './words/list.ts';
import { questionButton } from './question-button.ts';
import { settingControl, settingForm } from './settings/components.ts';
import { setupCommand, setupOpener, setupPages, setupTest } from './setup/index.ts';
import { settingOpener } from './moderation/status.ts';
import { watchOverButton } from './moderation/watch-over.ts';
import { statsCommand } from './stats/index.ts';
import { sessionPages } from './tag/list.ts';
import { sentencePages, sentencesButton } from './tag/sentences.ts';
import { transcriptButton } from './tag/transcript.ts';

const help = createHelp(() => commands);

/** Commands that every server has; `npm run deploy-commands` registers them. */
export const ordinaryCommands: readonly Command<CommandDeps>[] = [
  appealsCommand,
  banCommand,
  blockPictureMenu,
  caseCommand,
  checkMessageMenu,
  doctorCommand,
  help.command,
  incidentCommand,
  keywordsCommand,
  kickCommand,
  logCommand,
  moderationCommand,
  modmailCommand,
  noteCommand,
  picturesCommand,
  privacyCommand,
  purgeCommand,
  queueCommand,
  reasonCommand,
  recordCommand,
  recordMenu,
  reportMenu,
  setupCommand,
  statsCommand,
  timeoutCommand,
  unbanCommand,
  untimeoutCommand,
  warnCommand,
  wordsCommand,
];

export const commands: readonly Command<CommandDeps>[] = [...ordinaryCommands, ...advancedCommands];

export const components: readonly AnyComponent<CommandDeps>[] = [
  appealForm,
  auditPages,
  banButton,
  blockPictureButton,
  caseButton,
  casePages,
  detailsButton,
  detailsChoice,
  eraseAllForm,
  falseAlarmTexts,
  help.choice,
  help.advancedSwitch,
  hitButton,
  keywordPages,
  mailBlockButton,
  mailChoice,
  mailCloseForm,
  mailForm,
  failedRetry,
  incidentButton,
  ownRecordPages,
  picturePages,
  privacyErasure,
  questionButton,
  queueButton,
  recordPages,
  rejectForm,
  reviewButton,
  reviewChoice,
  samplePages,
  samplesButton,
  sentencePages,
  sentencesButton,
  sessionPages,
  settingControl,
  settingForm,
  settingOpener,
  setupOpener,
  setupPages,
  setupTest,
  transcriptButton,
  watchOverButton,
  manyWords,
  wordPages,
];

export const commandSet: CommandSet = {
  commands,
  advanced: advancedCommands,
  components,
  explain: explainServiceFailure,
};
