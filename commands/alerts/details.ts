import { ComponentType } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  type Component,
  type ComponentCall,
  furtherButtons,
  headOf,
  type Reply,
  visible,
} from '../../src/bot/command-kit.ts';
import { caseRecord } from '../case/record.ts';
import { casesOnAlert, type CasesOnAlert } from './cases-on-alert.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';

import { blockPictureRow } from '../pictures/menu.ts';

const CHOICE_ID = 'details-of';
const MAX_CHOICES = 25;
const TEXT_LENGTH = 100;

/** Shows everything about an alert's newest case, the actions that its row has no room for, and a select for the other cases: `details:<number of the oldest>`. */
export const detailsButton: Component<CommandDeps> = {
  id: 'details',
  answer: { kind: 'private' },
  async run(call, [number = ''], deps) {
    const records = await casesOnAlert(call, number, deps);
    return details(call, { records, shown: records.at(-1) ?? records[0] }, deps);
  },
};

/** Selects another case of the same alert: `details-of:<number of the oldest>`, with a number as its value. */
export const detailsChoice: Component<CommandDeps> = {
  id: CHOICE_ID,
  answer: { kind: 'update' },
  async run(call, [number = ''], deps) {
    const { interaction } = call;
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const records = await casesOnAlert(call, number, deps);
    const shown = records.find((record) => String(record.number) === chosen) ?? records[0];
    return details(call, { records, shown }, deps);
  },
};

async function details(
  call: ComponentCall,
  { records, shown }: { readonly records: CasesOnAlert; readonly shown: Case },
  deps: CommandDeps,
): Promise<Reply> {
  checkMayModerate(call);
  const shownRecord = await caseRecord(call, shown, deps);
  const actions = [...furtherButtons(call.t, records), ...blockPictureRow(call.t, shown)];
  if (records.length === 1) return { ...shownRecord, components: actions };
  const policy = await deps.policies.get(call.guild.id);
  const options = await Promise.all(
    records.slice(-MAX_CHOICES).map(async (record) => {
      const { guildId, number } = record;
      const text = visible((await deps.cases.evidence(guildId, number)) ?? '', TEXT_LENGTH);
      return {
        label: `#${number} · ${headOf(call.t, record, policy)}`,
        value: String(number),
        ...(text === '' ? {} : { description: text.replaceAll('\n', ' ') }),
        default: number === shown.number,
      };
    }),
  );
  return {
    ...shownRecord,
    components: [
      ...actions,
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: `${CHOICE_ID}:${records[0].number}`,
            options,
          },
        ],
      },
    ],
  };
}
