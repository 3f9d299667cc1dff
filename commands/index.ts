import type { Command, Component } from '../src/discord/interactions/command.ts';
import { banButton, caseButton, hitButton } from './alert-buttons.ts';
import { caseCommand } from './case.ts';
import { casePages } from './cases/list.ts';
import { checkMessageMenu } from './check-message.ts';
import type { CommandDeps } from './deps.ts';
import { doctorCommand } from './doctor.ts';
import { moderationCommand } from './moderation.ts';
import { recordMenu, recordPages } from './record.ts';
import { addonsCommand } from './addons.ts';
import { insightsCommand } from './insights.ts';
import { samplePages, samplesButton } from './insights/samples.ts';
import { keywordsCommand } from './keywords.ts';
import { keywordPages } from './keywords/list.ts';
import { parkedRetry } from './keywords/parked.ts';
import { propertyCommand } from './property.ts';
import { auditPages } from './property/audit.ts';
import { statsCommand } from './stats.ts';
import { tagCommand } from './tag.ts';
import { sessionPages } from './tag/list.ts';
import { sentencePages, sentencesButton } from './tag/sentences.ts';
import { transcriptButton } from './tag/transcript.ts';

/** Every command there is, a line each. What stands here is registered by `npm run deploy-commands`. */
export const commands: readonly Command<CommandDeps>[] = [
  addonsCommand,
  caseCommand,
  checkMessageMenu,
  doctorCommand,
  insightsCommand,
  keywordsCommand,
  moderationCommand,
  propertyCommand,
  recordMenu,
  statsCommand,
  tagCommand,
];

/** What the buttons, selects and modals of messages do, a line each. */
export const components: readonly Component<CommandDeps>[] = [
  auditPages,
  banButton,
  caseButton,
  casePages,
  hitButton,
  keywordPages,
  parkedRetry,
  recordPages,
  samplePages,
  samplesButton,
  sentencePages,
  sentencesButton,
  sessionPages,
  transcriptButton,
];
