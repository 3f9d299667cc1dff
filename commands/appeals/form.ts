import { ComponentType, TextInputStyle } from 'discord.js';
import {
  type AnywhereCall,
  type Appeal,
  APPEAL_ID,
  APPEAL_LENGTH,
  type AppealRequest,
  type AppealState,
  type Case,
  type CommandDeps,
  defuse,
  defuseLine,
  findServerName,
  type Form,
  isUnbanned,
  parseSubject,
  REJECTION_LENGTH,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { isSnowflake } from '../../src/shared/snowflake.ts';

/**
 * Handles the button of a notice, `appeal:<server>:<case>`, and the select of `/record mine`, `appeal:<server>`. It
 * shows an existing appeal's outcome: banned members get no direct message.
 */
export const appealForm: Form<CommandDeps> = {
  id: APPEAL_ID,
  answer: { kind: 'form' },
  async open(call, args, { reviewControl, cases }) {
    const { t } = call;
    const { request } = await requestOf(call, args);
    const { guildId, caseNumber } = request;
    const state = await reviewControl.appealState(request);
    if (state.kind !== 'possible') {
      const record = await cases.get(guildId, caseNumber);
      const content = stateText(t, state, { caseNumber, record });
      return { kind: 'reply', reply: async () => ({ content }) };
    }
    return {
      kind: 'form',
      form: {
        custom_id: `${APPEAL_ID}:${guildId}:${caseNumber}`,
        title: t('appeals:form.title', { number: caseNumber }),
        components: [
          {
            type: ComponentType.Label,
            label: t('appeals:form.text'),
            component: {
              type: ComponentType.TextInput,
              custom_id: 'text',
              style: TextInputStyle.Paragraph,
              required: true,
              max_length: APPEAL_LENGTH,
            },
          },
        ],
      },
    };
  },
  async run(call, args, { reviewControl, cases }) {
    const { t, interaction } = call;
    const { request, serverName } = await requestOf(call, args);
    const { guildId, caseNumber } = request;
    const text = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue('text').trim()
      : '';
    if (text === '') throw new UserError(t('appeals:form.empty'));
    const state = await reviewControl.appeal(request, text);
    if (state.kind !== 'possible') {
      const record = await cases.get(guildId, caseNumber);
      return { content: stateText(t, state, { caseNumber, record }) };
    }
    const values = { number: caseNumber, server: defuse(serverName, 100) };
    return { content: t('appeals:state.sent', values) };
  },
};

/** Throws a `UserError` if the custom id was made up, or if the bot is no longer in the server. */
async function requestOf(
  { interaction, by, t }: AnywhereCall,
  [guildId = '', number]: readonly string[],
): Promise<{ request: AppealRequest; serverName: string }> {
  const chosen = interaction.isStringSelectMenu() ? interaction.values[0] : number;
  const subject = parseSubject(['appeal', chosen ?? '']);
  if (!isSnowflake(guildId) || subject?.kind !== 'appeal') {
    throw new UserError(t('appeals:state.unknown'));
  }
  const serverName = await findServerName(interaction.client, guildId);
  if (serverName === null) throw new UserError(t('appeals:state.botLeft'));
  return { request: { guildId, caseNumber: subject.caseNumber, by }, serverName };
}

function stateText(
  t: Translate,
  state: Exclude<AppealState, { kind: 'possible' }>,
  { caseNumber: number, record }: { readonly caseNumber: number; readonly record: Case | null },
): string {
  switch (state.kind) {
    case 'unknown case':
      return t('appeals:state.unknown');
    case 'nothing to appeal':
      return t('appeals:state.nothing', { number });
    case 'taken back':
      return t('appeals:state.takenBack', { number });
    case 'still processing':
      return t('appeals:state.processing', { number });
    case 'appealed':
      return decisionText(t, state.appeal, record);
  }
}

function decisionText(
  t: Translate,
  { decision, caseNumber: number }: Appeal,
  record: Case | null,
): string {
  switch (decision?.kind) {
    case undefined:
      return t('appeals:state.waiting', { number });
    case 'accepted':
      return [
        t('appeals:state.accepted', { number }),
        // Banned members get no direct message.
        ...(record !== null && isUnbanned(record) ? [t('appeals:answer.unbanned')] : []),
      ].join(' ');
    case 'rejected':
      return t('appeals:state.rejected', {
        number,
        reason: defuseLine(decision.reason, 2 * REJECTION_LENGTH),
      });
  }
}
