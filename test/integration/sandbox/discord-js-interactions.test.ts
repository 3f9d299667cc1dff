import {
  ActionRowBuilder,
  ApplicationCommandType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContextMenuCommandBuilder,
  Events,
  MessageFlags,
  LabelBuilder,
  Locale,
  ModalBuilder,
  PermissionFlagsBits,
  REST,
  Routes,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Client,
  type Interaction as BotInteraction,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
  type UserContextMenuCommandInteraction,
  type UserSelectMenuInteraction,
} from 'discord.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { createPerson, InteractionFailedError, type Person } from '../../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { codeOf, createDiscordClient, logIn } from './discord-client.ts';

/*
 * Commands, buttons, menus and forms that members use, answered by an unmodified discord.js. One
 * sandbox, one client: each test defines how the bot responds.
 */

let sandbox: Sandbox;
let client: Client<true>;
let general: string;

const COMMANDS = [
  new SlashCommandBuilder()
    .setName('insights')
    .setDescription('Insights')
    .addSubcommand((query) =>
      query
        .setName('query')
        .setDescription('Ask for a metric')
        .addStringOption((option) =>
          option
            .setName('metric')
            .setDescription('Which')
            .setRequired(true)
            .setChoices({ name: 'Sentiment', value: 'sentiment' }),
        )
        .addStringOption((option) =>
          option.setName('from').setDescription('Since when').setAutocomplete(true),
        )
        .addUserOption((option) => option.setName('who').setDescription('Whose'))
        .addAttachmentOption((option) => option.setName('list').setDescription('A list')),
    ),
  new SlashCommandBuilder()
    .setName('moderation')
    .setDescription('For moderators')
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers),
  new ContextMenuCommandBuilder().setName('Record').setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName('Check message').setType(ApplicationCommandType.Message),
];

beforeAll(async () => {
  sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off' });
  general = sandbox.channels.general;
  const rest = new REST({ api: sandbox.apiUrl }).setToken(sandbox.botToken);
  await rest.put(Routes.applicationCommands(sandbox.applicationId), {
    body: COMMANDS.map((command) => command.toJSON()),
  });
  client = await logIn(createDiscordClient(sandbox), sandbox.botToken);
});
afterAll(async () => {
  await client.destroy();
  await sandbox.stop();
});
afterEach(() => {
  sandbox.faults.clear();
  client.removeAllListeners(Events.InteractionCreate);
});

function person(name: keyof Sandbox['members']): Person {
  return createPerson(sandbox.apiUrl, sandbox.members[name]);
}

/** Answers the next interaction; resolves when that is done. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says which kind it is about to cause
function onNext<Kind extends BotInteraction>(
  respond: (interaction: Kind) => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once(Events.InteractionCreate, (interaction) => {
      respond(interaction as Kind).then(() => resolve(), reject);
    });
  });
}

const query = (person: Person) => person.slash(general, 'insights query', { metric: 'sentiment' });

function button(customId: string, label: string): ActionRowBuilder<ButtonBuilder> {
  const made = new ButtonBuilder()
    .setCustomId(customId)
    .setLabel(label)
    .setStyle(ButtonStyle.Primary);
  return new ActionRowBuilder<ButtonBuilder>().addComponents(made);
}

it('delivers the options of a subcommand with resolved users and files', async () => {
  const bob = sandbox.members.bob.id;
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    expect(interaction.options.getSubcommand()).toBe('query');
    expect(interaction.options.getString('metric')).toBe('sentiment');
    expect(interaction.options.getUser('who')?.username).toBe('bob');
    const file = interaction.options.getAttachment('list');
    expect(await (await fetch(file?.url ?? '')).text()).toBe('a,b');
    expect(interaction.inCachedGuild() && interaction.member.user.username).toBe('alice');
    expect(interaction.memberPermissions?.has(PermissionFlagsBits.SendMessages)).toBe(true);
    expect(interaction.appPermissions.has(PermissionFlagsBits.BanMembers)).toBe(true);
    await interaction.reply('fine');
  });
  const used = await person('alice').slash(
    general,
    'insights query',
    { metric: 'sentiment', who: bob },
    { list: { name: 'list.csv', content: 'a,b' } },
  );
  await answered;
  expect(used.acknowledged).toBe('message');
  expect((await used.response()).content).toBe('fine');
  expect((await person('bob').read(general))[0]?.content).toBe('fine');
});

it('shows a deferred response as loading until it is edited', async () => {
  let proceed = (): void => undefined;
  const proceeding = new Promise<void>((resolve) => (proceed = resolve));
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.deferReply();
    await proceeding;
    await interaction.editReply({
      content: 'done',
      files: [new AttachmentBuilder(Buffer.from('png'), { name: 'chart.png' })],
    });
    const more = await interaction.followUp({ content: 'more', components: [button('a', 'A')] });
    await interaction.webhook.editMessage(more, 'more, edited');
  });
  const used = await query(person('alice'));
  expect(used.acknowledged).toBe('deferred');
  expect((await used.current())?.flags).toBe(MessageFlags.Loading);
  proceed();
  const response = await used.response();
  expect(response).toMatchObject({ content: 'done', flags: 0, edited_timestamp: null });
  expect(response.attachments[0]?.filename).toBe('chart.png');
  await answered;
  expect((await used.followUps()).map(({ content }) => content)).toEqual(['more, edited']);
});

it('tells the bot the language of the person’s client with each interaction', async () => {
  const moderator = sandbox.members.alice;
  const german = createPerson(sandbox.apiUrl, { ...moderator, locale: Locale.German });
  expect(german.locale).toBe('de');
  const locales: string[] = [];
  const commanded = onNext<ChatInputCommandInteraction>(async (interaction) => {
    locales.push(interaction.locale, String(interaction.guildLocale));
    await interaction.reply({ content: 'sure?', components: [button('yes', 'Yes')] });
  });
  const used = await query(german);
  await commanded;
  const pressed = onNext<ButtonInteraction>(async (interaction) => {
    locales.push(interaction.locale);
    const text = new TextInputBuilder().setCustomId('why').setStyle(TextInputStyle.Short);
    await interaction.showModal(
      new ModalBuilder()
        .setCustomId('reason')
        .setTitle('Reason')
        .addLabelComponents(new LabelBuilder().setLabel('Why').setTextInputComponent(text)),
    );
  });
  const opened = await german.click(await used.response(), 'yes');
  await pressed;
  const submitted = onNext<ModalSubmitInteraction>(async (interaction) => {
    locales.push(interaction.locale);
    await interaction.reply('thanks');
  });
  await german.submit(opened, { why: 'because' });
  await submitted;
  expect(locales).toEqual(['de', 'en-US', 'de', 'de']);
});

it('shows an ephemeral response to nobody else and keeps it ephemeral', async () => {
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    // Right after a deferral this replaces its content and keeps its visibility.
    await client.rest.post(Routes.webhook(interaction.applicationId, interaction.token), {
      body: { content: 'for you alone' },
      auth: false,
    });
  });
  const used = await query(person('alice'));
  await answered;
  expect(used.isEphemeral).toBe(true);
  const { id, content } = await used.response();
  expect(content).toBe('for you alone');
  expect(await used.followUps()).toEqual([]);
  expect(await person('alice').find(general, id)).toBeNull();
  expect((await person('bob').read(general)).map((message) => message.id)).not.toContain(id);
});

it('lets a button update its message or send a new response', async () => {
  const handled = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply({ content: 'sure?', components: [button('yes', 'Yes')] });
  });
  const used = await query(person('alice'));
  await handled;
  const message = await used.response();

  const pressed = onNext<ButtonInteraction>(async (interaction) => {
    expect(interaction.customId).toBe('yes');
    expect(interaction.message.id).toBe(message.id);
    await interaction.update({ content: 'done', components: [] });
    await interaction.followUp({ content: 'private', flags: MessageFlags.Ephemeral });
  });
  const click = await person('bob').click(message, 'Yes');
  expect(click.acknowledged).toBe('update');
  await pressed;
  expect((await click.response()).content).toBe('done');
  expect((await used.current())?.components).toEqual([]);
  expect((await click.followUps())[0]?.content).toBe('private');
});

it('edits the message of a button after a deferred update', async () => {
  const handled = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply({ content: 'page 1', components: [button('next', 'Next')] });
  });
  const used = await query(person('alice'));
  await handled;
  const turned = onNext<ButtonInteraction>(async (interaction) => {
    await interaction.deferUpdate();
    await interaction.editReply('page 2');
  });
  const click = await person('alice').click(await used.response(), 'next');
  expect(click.acknowledged).toBe('deferred-update');
  await turned;
  expect((await click.response()).content).toBe('page 2');
});

it('delivers the values of a select menu', async () => {
  const menu = new StringSelectMenuBuilder()
    .setCustomId('pick')
    .addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' });
  const handled = onNext<ChatInputCommandInteraction>(async (interaction) => {
    const row = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu);
    await interaction.reply({ content: 'pick', components: [row] });
  });
  const used = await query(person('alice'));
  await handled;
  const picked = onNext<StringSelectMenuInteraction>(async (interaction) => {
    await interaction.reply(`picked ${interaction.values.join()}`);
  });
  const choice = await person('alice').select(await used.response(), 'pick', ['2']);
  await picked;
  expect((await choice.response()).content).toBe('picked 2');
  await expect(person('alice').select(await used.response(), 'pick', ['3'])).rejects.toMatchObject({
    discordCode: 50_035,
  });
});

it('opens a modal and delivers its values', async () => {
  const input = new TextInputBuilder()
    .setCustomId('why')
    .setLabel('Why')
    .setStyle(TextInputStyle.Short);
  const form = new ModalBuilder()
    .setCustomId('form')
    .setTitle('Reason')
    .addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(input));
  const opened = onNext<ChatInputCommandInteraction>((interaction) => interaction.showModal(form));
  const used = await query(person('alice'));
  await opened;
  expect(used).toMatchObject({ acknowledged: 'modal', modal: { title: 'Reason' } });
  const sent = onNext<ModalSubmitInteraction>(async (interaction) => {
    expect(interaction.customId).toBe('form');
    await interaction.reply(interaction.fields.getTextInputValue('why'));
  });
  const submitted = await person('alice').submit(used, { why: 'because' });
  await sent;
  expect((await submitted.response()).content).toBe('because');
  await expect(person('alice').submit(used, {})).rejects.toMatchObject({ discordCode: 50_035 });
});

it('sends autocomplete choices', async () => {
  const suggested = onNext<AutocompleteInteraction>(async (interaction) => {
    expect(interaction.options.getFocused(true)).toMatchObject({ name: 'from', value: '2 d' });
    await interaction.respond([{ name: '2 days ago', value: '2d' }]);
  });
  const choices = await person('alice').autocomplete(
    general,
    'insights query',
    { from: '2 d' },
    'from',
  );
  await suggested;
  expect(choices).toEqual([{ name: '2 days ago', value: '2d' }]);
});

it('offers user commands and message commands', async () => {
  const target = await person('bob').say(general, 'look at this');
  const checked = onNext<MessageContextMenuCommandInteraction>(async (interaction) => {
    await interaction.reply(`checked: ${interaction.targetMessage.content}`);
  });
  const used = await person('alice').messageCommand(general, 'Check message', target.id);
  await checked;
  expect((await used.response()).content).toBe('checked: look at this');

  const recorded = onNext<UserContextMenuCommandInteraction>(async (interaction) => {
    await interaction.reply(interaction.targetUser.username);
  });
  const record = await person('alice').userCommand(general, 'Record', sandbox.members.bob.id);
  await recorded;
  expect((await record.response()).content).toBe('bob');
});

it('hides commands that need permissions the member lacks', async () => {
  const { guildId } = sandbox;
  const names = (await person('alice').commands(guildId)).map(({ name }) => name);
  expect(names).toEqual(['insights', 'Record', 'Check message']);
  const forModerators = (await person('moderator').commands(guildId)).map(({ name }) => name);
  expect(forModerators).toContain('moderation');
  await expect(person('alice').slash(general, 'moderation')).rejects.toMatchObject({
    discordCode: 50_013,
  });
});

it('rejects a second acknowledgement with 40060', async () => {
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply('first');
    const route = Routes.interactionCallback(interaction.id, interaction.token);
    const again = client.rest.post(route, { body: { type: 5 }, auth: false });
    expect(await codeOf(again)).toBe(40_060);
  });
  await query(person('alice'));
  await answered;
});

it('shows progress edits and survives a failed edit', async () => {
  const route = 'PATCH /webhooks/:id/:token/messages/@original';
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply('0 %');
    await interaction.editReply('50 %');
    sandbox.faults.failNext({ route, status: 503 });
    await interaction.editReply('100 %');
  });
  const used = await query(person('alice'));
  const { original } = await used.until((view) => view.original?.content === '100 %');
  expect(original?.edited_timestamp).not.toBeNull();
  await answered;
});

it('returns the response to the bot with the acknowledgement', async () => {
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    const { resource } = await interaction.reply({
      content: 'private',
      flags: MessageFlags.Ephemeral,
      withResponse: true,
    });
    expect(resource?.message?.content).toBe('private');
    await interaction.deleteReply();
  });
  const used = await query(person('alice'));
  await answered;
  expect(await used.current()).toBeNull();
  await expect(used.response()).rejects.toThrow(InteractionFailedError);
});

it('sends the bot the events of its ephemeral response', async () => {
  const heard: string[] = [];
  const listen = ({ content }: { content: string }): void => void heard.push(content);
  client.on(Events.MessageCreate, listen);
  const answered = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply({ content: 'psst', flags: MessageFlags.Ephemeral });
  });
  await query(person('alice'));
  await answered;
  const marker = await person('bob').say(general, 'marker');
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  client.off(Events.MessageCreate, listen);
  expect(heard).toEqual(['psst', marker.content]);
});

it('delivers the selected user of a menu on a regular message', async () => {
  const channel = await client.channels.fetch(general);
  if (channel?.isSendable() !== true) throw new Error('not a channel to send to');
  const users = new UserSelectMenuBuilder().setCustomId('users').setMaxValues(2);
  const posted = await channel.send({
    content: 'an alert',
    components: [new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(users)],
  });
  const chosen = onNext<UserSelectMenuInteraction>(async (interaction) => {
    await interaction.reply(interaction.members.map((member) => member?.user?.id).join());
  });
  const ids = [sandbox.members.bob.id, sandbox.members.carol.id];
  const message = { id: posted.id, channel_id: general };
  const used = await person('alice').select(message, 'users', ids);
  await chosen;
  expect((await used.response()).content).toBe(ids.join());
});

it('opens a modal from a button and lets it update the message', async () => {
  const form = new ModalBuilder()
    .setCustomId('labelled')
    .setTitle('Labelled')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Which')
        .setStringSelectMenuComponent(
          new StringSelectMenuBuilder()
            .setCustomId('which')
            .addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' }),
        ),
    );
  const handled = onNext<ChatInputCommandInteraction>(async (interaction) => {
    await interaction.reply({ content: 'before', components: [button('open', 'Open')] });
  });
  const used = await query(person('alice'));
  await handled;
  const opened = onNext<ButtonInteraction>((interaction) => interaction.showModal(form));
  const click = await person('alice').click(await used.response(), 'open');
  await opened;
  const sent = onNext<ModalSubmitInteraction>(async (interaction) => {
    if (!interaction.isFromMessage()) throw new Error('not from a message');
    await interaction.update(interaction.fields.getStringSelectValues('which').join());
  });
  const submitted = await person('alice').submit(click, { which: ['2'] });
  await sent;
  expect(submitted.acknowledged).toBe('update');
  expect((await used.current())?.content).toBe('2');
});
