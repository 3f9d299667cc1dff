import {
  ApplicationCommandOptionTypes,
  ApplicationCommandTypes,
  ButtonStyles,
  ComponentTypes,
  InteractionTypes,
  Message,
  MessageFlags,
  TextInputStyles,
  User,
  type AnyInteractionGateway,
  type CommandInteraction,
  type ComponentInteraction,
  type CreateApplicationCommandOptions,
  type MessageActionRow,
  type ModalData,
} from 'oceanic.js';
import { beforeAll, expect, it } from 'vitest';

import { useOceanic } from './oceanic.ts';

const start = useOceanic();

const COMMANDS: CreateApplicationCommandOptions[] = [
  {
    type: ApplicationCommandTypes.CHAT_INPUT,
    name: 'panel',
    description: 'Shows a panel',
    options: [
      {
        type: ApplicationCommandOptionTypes.SUB_COMMAND,
        name: 'show',
        description: 'Shows it',
        options: [
          {
            type: ApplicationCommandOptionTypes.STRING,
            name: 'title',
            description: 'Its title',
            required: true,
            autocomplete: true,
          },
          { type: ApplicationCommandOptionTypes.USER, name: 'user', description: 'Whose' },
        ],
      },
    ],
  },
  { type: ApplicationCommandTypes.CHAT_INPUT, name: 'think', description: 'Thinks' },
  { type: ApplicationCommandTypes.MESSAGE, name: 'Report' },
  { type: ApplicationCommandTypes.USER, name: 'Greet' },
];

const panelFor = (userId: string): MessageActionRow[] => [
  {
    type: ComponentTypes.ACTION_ROW,
    components: [
      {
        type: ComponentTypes.BUTTON,
        style: ButtonStyles.DANGER,
        label: 'Press',
        customID: 'press',
      },
      { type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: 'Ask', customID: 'ask' },
    ],
  },
  {
    type: ComponentTypes.ACTION_ROW,
    components: [
      {
        type: ComponentTypes.STRING_SELECT,
        customID: 'colour',
        options: [
          { label: 'Red', value: 'red' },
          { label: 'Blue', value: 'blue', default: true },
        ],
      },
    ],
  },
  {
    type: ComponentTypes.ACTION_ROW,
    components: [
      {
        type: ComponentTypes.USER_SELECT,
        customID: 'user',
        maxValues: 2,
        defaultValues: [{ id: userId, type: 'user' }],
      },
    ],
  },
];

const MODAL: ModalData = {
  customID: 'question',
  title: 'Question',
  components: [
    {
      type: ComponentTypes.ACTION_ROW,
      components: [
        {
          type: ComponentTypes.TEXT_INPUT,
          style: TextInputStyles.SHORT,
          label: 'Answer',
          customID: 'answer',
        },
      ],
    },
  ],
};

/** The bot's handler of interactions. */
async function answer(interaction: AnyInteractionGateway): Promise<unknown> {
  switch (interaction.type) {
    case InteractionTypes.APPLICATION_COMMAND:
      return answerCommand(interaction);
    case InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE: {
      const typed = interaction.data.options.getFocused(true).value;
      return interaction.result([{ name: `${typed}!`, value: `${typed}1` }]);
    }
    case InteractionTypes.MESSAGE_COMPONENT:
      return answerComponent(interaction);
    case InteractionTypes.MODAL_SUBMIT: {
      const content = `answered ${interaction.data.components.getTextInput('answer', true)}`;
      return interaction.createMessage({ content, flags: MessageFlags.EPHEMERAL });
    }
    default:
      return undefined;
  }
}

async function answerCommand(interaction: CommandInteraction): Promise<unknown> {
  const { name, options, target } = interaction.data;
  switch (name) {
    case 'Report': {
      const content = `reported ${target instanceof Message ? target.content : ''}`;
      return interaction.createMessage({ content, flags: MessageFlags.EPHEMERAL });
    }
    case 'Greet': {
      const content = `hello ${target instanceof User ? target.username : ''}`;
      return interaction.createMessage({ content });
    }
    case 'think':
      await interaction.defer(MessageFlags.EPHEMERAL);
      await interaction.editOriginal({ content: 'thought' });
      return interaction.createFollowup({ content: 'more', flags: MessageFlags.EPHEMERAL });
    default: {
      const title = options.getString('title', true);
      const user = options.getMember('user')?.username ?? 'nobody';
      const content = `${options.getSubCommand()?.join(' ')}: ${title} ${user}`;
      return interaction.createMessage({ content, components: panelFor(interaction.user.id) });
    }
  }
}

async function answerComponent(interaction: ComponentInteraction): Promise<unknown> {
  const { customID } = interaction.data;
  switch (customID) {
    case 'ask':
      return interaction.createModal(MODAL);
    case 'press':
      return interaction.editParent({ content: 'pressed', components: [] });
    default:
      await interaction.deferUpdate();
      return interaction.editOriginal({ content: `${customID} chosen` });
  }
}

beforeAll(() => {
  const { client, complaints } = start();
  client.on('interactionCreate', (interaction) => {
    answer(interaction).catch((error: unknown) => complaints.push(String(error)));
  });
});

it('registers commands globally and in a guild', async () => {
  const { client, guild } = start();
  const created = await client.application.bulkEditGlobalCommands(COMMANDS);
  expect(created.map(({ name }) => name)).toEqual(['panel', 'think', 'Report', 'Greet']);
  const listed = await client.application.getGlobalCommands({ withLocalizations: true });
  expect(listed.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
  const inGuild = await client.application.createGuildCommand(guild.id, {
    type: ApplicationCommandTypes.CHAT_INPUT,
    name: 'local',
    description: 'Only here',
  });
  expect(inGuild.guildID).toBe(guild.id);
  await client.application.deleteGuildCommand(guild.id, inGuild.id);
});

it('answers slash commands, autocomplete and deferred responses', async () => {
  const { general, person, sandbox } = start();
  const alice = person('alice');
  const choices = await alice.autocomplete(general.id, 'panel show', { title: 'Ti' }, 'title');
  expect(choices).toEqual([{ name: 'Ti!', value: 'Ti1' }]);
  const options = { title: 'Title', user: sandbox.members.bob.id };
  const shown = await (await alice.slash(general.id, 'panel show', options)).response();
  expect(shown).toMatchObject({ content: 'show: Title bob', interaction: { name: 'panel show' } });
  const thinking = await alice.slash(general.id, 'think');
  expect((await thinking.response()).content).toBe('thought');
  await thinking.until(({ followUps }) => followUps.length === 1);
  expect(thinking.isEphemeral).toBe(true);
});

it('answers buttons, select menus and modals', async () => {
  const { general, person, sandbox } = start();
  const alice = person('alice');
  const panel = await (await alice.slash(general.id, 'panel show', { title: 'x' })).response();
  const chosen = await alice.select(panel, 'colour', ['red']);
  expect((await chosen.response()).content).toBe('colour chosen');
  const users = [sandbox.members.alice.id, sandbox.members.bob.id];
  expect((await (await alice.select(panel, 'user', users)).response()).content).toBe('user chosen');
  const asked = await alice.click(panel, 'ask');
  expect(asked.modal?.title).toBe('Question');
  const submitted = await alice.submit(asked, { answer: '42' });
  expect((await submitted.response()).content).toBe('answered 42');
  expect((await (await alice.click(panel, 'press')).response()).content).toBe('pressed');
});

it('answers context menus, and commands, buttons and modals in direct messages', async () => {
  const { general, person, client, sandbox } = start();
  const said = await person('alice').say(general.id, 'rude');
  const moderator = person('moderator');
  const reported = await moderator.messageCommand(general.id, 'Report', said.id);
  expect((await reported.response()).content).toBe('reported rude');
  const greeted = await moderator.userCommand(general.id, 'Greet', sandbox.members.alice.id);
  expect((await greeted.response()).content).toBe('hello alice');
  const dm = await client.rest.users.createDM(sandbox.members.alice.id);
  const alice = person('alice');
  expect((await (await alice.slash(dm.id, 'think')).response()).content).toBe('thought');
  const panel = await (await alice.slash(dm.id, 'panel show', { title: 'x' })).response();
  const asked = await alice.click(panel, 'ask');
  const submitted = await alice.submit(asked, { answer: 'yes' });
  expect((await submitted.response()).content).toBe('answered yes');
});

it('reports no error or warning', () => {
  expect(start().complaints).toEqual([]);
});
