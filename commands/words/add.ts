import { ButtonStyle, ComponentType, TextInputStyle } from 'discord.js';
import {
  type CommandDeps,
  type Component,
  type Reply,
  type SlashCall,
  WORD_LISTS,
  type WordList,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { saveWords } from './save.ts';

const COMPONENT_ID = 'words-many';
const INPUT = 'words';
const MAX_INPUT = 4000;

/** Adds a word, or shows a button to the form for many, because only a component can open a form. */
export async function addWords(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const list = listOf(call.interaction.options.getString('list', true));
  const word = call.interaction.options.getString('word');
  return word === null ? manyReply(call, list) : saveWords(call, deps, { list, entered: [word] });
}

function manyReply({ t }: Pick<SlashCall, 't'>, list: WordList): Reply {
  return {
    content: t('words:reply.many.prompt'),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            label: t('words:reply.many.button'),
            custom_id: `${COMPONENT_ID}:${list}`,
          },
        ],
      },
    ],
  };
}

export const manyWords: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: {
    kind: 'modal',
    submitted: 'private',
    modal: ({ t }, [list = '']) => ({
      custom_id: `${COMPONENT_ID}:${list}`,
      title: t(`words:lists.${listOf(list)}`),
      components: [
        {
          type: ComponentType.Label,
          label: t('words:reply.many.label'),
          component: {
            type: ComponentType.TextInput,
            custom_id: INPUT,
            style: TextInputStyle.Paragraph,
            required: true,
            max_length: MAX_INPUT,
          },
        },
      ],
    }),
  },
  async run(call, [list = ''], deps) {
    checkMayConfigure(call);
    const { interaction } = call;
    const text = interaction.isModalSubmit() ? interaction.fields.getTextInputValue(INPUT) : '';
    const entered = text.split('\n').filter((line) => line.trim() !== '');
    if (entered.length === 0) throw new UserError(call.t('words:reply.problem.none'));
    return saveWords(call, deps, { list: listOf(list), entered });
  },
};

/** Custom ids can be made up. */
function listOf(list: string): WordList {
  return WORD_LISTS.find((known) => known === list) ?? 'blocked';
}
