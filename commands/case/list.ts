import {
  type CommandDeps,
  type Component,
  createCanSee,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';
import { caseLine } from './lines.ts';
import type { MemberCall } from './moderator-action.ts';
import { hiddenNote, pageButtons, pageOfCases, rangeOf, type Range } from './pages.ts';
import { NEUTRAL_COLOUR } from '../shared/colours.ts';

const ID = 'cases';

export async function listCases(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction } = call;
  const user = interaction.options.getUser('user');
  const which = interaction.options.getString('which');
  const range = rangeOf([user?.id ?? '-', which ?? '-']);
  return listOf(call, range, deps);
}

/** The buttons under a list: `cases:<author or ->:<which or ->:<below>`. */
export const casePages: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  async run(call, args, deps) {
    checkMayModerate(call);
    return listOf(call, rangeOf(args), deps);
  },
};

async function listOf(call: MemberCall, range: Range, deps: CommandDeps): Promise<Reply> {
  const { t } = call;
  const { records, older } = await pageOfCases(
    { guildId: call.guild.id, canSee: createCanSee(call) },
    range,
    deps,
  );
  const note = hiddenNote(call, t);
  const empty = t(range.below === null ? 'case:reply.list.none' : 'case:reply.list.noOlder');
  return {
    embeds: [
      {
        title: t('case:reply.list.title'),
        description: records.map((record) => caseLine(record, t)).join('\n') || empty,
        color: NEUTRAL_COLOUR,
        ...(note === null ? {} : { footer: { text: note } }),
      },
    ],
    components: pageButtons({ id: ID, range, older }, t),
  };
}
