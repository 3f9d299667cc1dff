import { SlashCommandBuilder } from '@discordjs/builders';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  PermissionsBitField,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type GuildMember,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';
import {
  addAdvancedCommands,
  type Call,
  canManageServer,
  type Command,
  type CommandDeps,
  type Component,
  defuse,
  hasAdvancedCommands,
  type Reply,
  removeAdvancedCommands,
  type SlashCommand,
  type Translate,
} from '../src/bot/command-kit.ts';
import { advancedCommands } from './advanced.ts';
import { describe, forGuilds } from './shared/describe.ts';
import { checkMayConfigure } from './shared/may-configure.ts';
import { NEUTRAL_COLOUR } from './shared/colours.ts';

type Data = RESTPostAPIApplicationCommandsJSONBody;
type HelpCall = Pick<
  Call<{ readonly member: GuildMember }>,
  'guild' | 'interaction' | 't' | 'mention' | 'show'
>;
type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

const CHOICE_ID = 'help';
const SWITCH_ID = 'help-advanced';
const ON = 'on';
const OVERVIEW = 'overview';
const MAX_TASKS = 5;

const advancedData = advancedCommands.map(({ data }) => data);

/** Commands by subject. A subject that a person may use nothing of is not shown to them. */
export const SUBJECTS = {
  alerts: ['queue', 'case', 'reason', 'appeals', 'incident', 'Check message'],
  members: [
    'warn',
    'timeout',
    'untimeout',
    'kick',
    'ban',
    'unban',
    'purge',
    'note',
    'Moderation record',
  ],
  words: ['words', 'keywords', 'pictures', 'Block picture'],
  settings: ['moderation', 'log', 'modmail'],
  server: ['setup', 'doctor', 'stats'],
  you: ['help', 'record', 'privacy', 'Report message'],
  advanced: advancedData.map(({ name }) => name),
} as const satisfies Record<string, readonly string[]>;
type Subject = keyof typeof SUBJECTS;

/** The most frequent first. A person sees those whose first command they may use. */
const TASKS = {
  setup: ['setup'],
  queue: ['queue'],
  undo: ['case undo'],
  raid: ['incident end'],
  appeals: ['appeals'],
  act: ['warn', 'timeout'],
  who: ['case show'],
  report: ['Report message'],
  record: ['record mine'],
  privacy: ['privacy export'],
} as const;

/** `commands`: all of the bot, read when somebody asks, because `/help` is one of them. */
export function createHelp(commands: () => readonly Command<CommandDeps>[]): {
  readonly command: SlashCommand<CommandDeps>;
  /** The select of subjects. */
  readonly choice: Component<CommandDeps>;
  /** The button that gives a server the advanced commands, or takes them away. */
  readonly advancedSwitch: Component<CommandDeps>;
} {
  return {
    command: {
      kind: 'slash',
      data: forGuilds(describe(new SlashCommandBuilder(), 'help'))
        .setDefaultMemberPermissions(null)
        .toJSON(),
      visibility: () => 'private',
      run: (call) => helpPage(call, commands(), OVERVIEW),
    },
    choice: {
      id: CHOICE_ID,
      answer: { kind: 'update' },
      run(call) {
        const { interaction } = call;
        const chosen = interaction.isStringSelectMenu() ? interaction.values[0] : OVERVIEW;
        return helpPage(call, commands(), chosen ?? OVERVIEW);
      },
    },
    advancedSwitch: {
      id: SWITCH_ID,
      answer: { kind: 'update' },
      async run(call, [wanted], { announce }) {
        checkMayConfigure(call);
        const { guild, by } = call;
        const isOn = wanted === ON;
        await (isOn ? addAdvancedCommands : removeAdvancedCommands)(guild, advancedData);
        const user = defuse(by.name, 100);
        announce(guild.id, (t) => {
          const change = isOn ? t('help:advanced.added') : t('help:advanced.removed');
          return t('moderation:reply.announced', { user, change });
        });
        return helpPage(call, commands(), 'advanced');
      },
    },
  };
}

async function helpPage(
  call: HelpCall,
  commands: readonly Command<CommandDeps>[],
  chosen: string,
): Promise<Reply> {
  const { guild, interaction, t } = call;
  const { member } = interaction;
  const usable = commands.map(({ data }) => data).filter((data) => mayUse(data, member));
  const maySwitch = canManageServer(guild, member).kind !== 'denied';
  const mayHaveAdvanced = maySwitch || usable.some((data) => advancedData.includes(data));
  const isOn = mayHaveAdvanced && (await hasAdvancedCommands(guild, advancedData));
  const subjects = subjectsOf(usable, isOn);
  const subject = [...subjects.keys()].find((name) => name === chosen);
  const names = [...subjects.keys(), ...(maySwitch && !isOn ? (['advanced'] as const) : [])];
  const isAdvanced = chosen === 'advanced' && maySwitch;
  return {
    embeds: [
      {
        color: NEUTRAL_COLOUR,
        ...(isAdvanced && !isOn
          ? { title: t('help:subject.advanced'), description: t('help:advanced.off') }
          : subject === undefined
            ? overview(call, subjects)
            : details(call, subject, subjects.get(subject) ?? [])),
      },
    ],
    components: [
      selectOf(t, names, isAdvanced ? 'advanced' : (subject ?? OVERVIEW)),
      ...(isAdvanced ? [switchOf(t, isOn)] : []),
    ],
  };
}

/** `default_member_permissions`, which servers can change in their settings. */
function mayUse({ default_member_permissions: needed }: Data, member: GuildMember): boolean {
  if (needed === null || needed === undefined) return true;
  return member.permissions.has(new PermissionsBitField(BigInt(needed)));
}

function subjectsOf(usable: readonly Data[], hasAdvanced: boolean): Map<Subject, Data[]> {
  const subjects = new Map<Subject, Data[]>();
  for (const [subject, names] of entriesOf(SUBJECTS)) {
    if (subject === 'advanced' && !hasAdvanced) continue;
    const found = names.flatMap((name) => usable.filter((data) => data.name === name));
    if (found.length > 0) subjects.set(subject, found);
  }
  return subjects;
}

/** The first tasks of this person, then their commands by subject. */
function overview({ t, mention }: HelpCall, subjects: ReadonlyMap<Subject, readonly Data[]>) {
  const names = new Set([...subjects.values()].flat().map(({ name }) => name));
  const tasks = entriesOf(TASKS)
    .filter(([, [first]]) => names.has(first) || names.has(first.split(' ')[0] ?? ''))
    .slice(0, MAX_TASKS)
    .map(([task, commands]) => {
      const mentions = commands.map((command) => mention(command));
      return t(`help:task.${task}`, {
        command: mentions.join(' '),
        falseAlarm: t('alerts:button.allow'),
        end: t('incident:button.end'),
        menu: t('report:name'),
      });
    });
  return {
    title: t('help:title'),
    description: tasks.join('\n'),
    fields: [...subjects].map(([subject, commands]) => ({
      name: t(`help:subject.${subject}`),
      value: commands
        .map((data) =>
          pathsOf(data).length === 1 && isSlash(data) ? mention(data.name) : nameIn(t, data),
        )
        .join(' · '),
    })),
  };
}

/** Each way to use the subject's commands. */
function details({ t, mention }: HelpCall, subject: Subject, commands: readonly Data[]) {
  const lines = commands.flatMap((data) =>
    isSlash(data)
      ? pathsOf(data).map(({ path, description }) => `${mention(path)} ${description(t)}`)
      : [`**${nameIn(t, data)}** ${t('help:menu')}`],
  );
  return { title: t(`help:subject.${subject}`), description: lines.join('\n') };
}

const isSlash = ({ type }: Data): boolean =>
  type === undefined || type === ApplicationCommandType.ChatInput;

type Texts = Readonly<Record<string, string | null | undefined>> | null | undefined;

interface Described {
  readonly description: string;
  readonly description_localizations?: Texts;
}

interface Path {
  readonly path: string;
  description(t: Translate): string;
}

/** `/case show`, `/case list` … of a command with subcommands, or the command itself. */
function pathsOf(data: Data): Path[] {
  const options = 'options' in data ? (data.options ?? []) : [];
  const nested = options.flatMap((option): Path[] => {
    if (option.type === ApplicationCommandOptionType.Subcommand) {
      return [pathOf(`${data.name} ${option.name}`, option)];
    }
    if (option.type !== ApplicationCommandOptionType.SubcommandGroup) return [];
    return (option.options ?? []).map((inner) =>
      pathOf(`${data.name} ${option.name} ${inner.name}`, inner),
    );
  });
  if (nested.length > 0) return nested;
  if (!('description' in data)) return [];
  const { name, description = '', description_localizations: texts } = data;
  return [pathOf(name, { description, description_localizations: texts })];
}

function pathOf(path: string, { description, description_localizations: texts }: Described): Path {
  return { path, description: ({ language }) => textIn(texts, language) ?? description };
}

/** Discord shows the names in the person's language, except in plain text. */
function nameIn({ language }: Translate, data: Data): string {
  const name = textIn(data.name_localizations, language) ?? data.name;
  return isSlash(data) ? `/${name}` : name;
}

function textIn(texts: Texts, language: string): string | null | undefined {
  return Object.entries(texts ?? {}).find(([locale]) => locale === language)?.[1];
}

function selectOf(t: Translate, subjects: readonly Subject[], chosen: string): Row {
  const option = (value: string, label: string) => ({ value, label, default: value === chosen });
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: CHOICE_ID,
        options: [
          option(OVERVIEW, t('help:overview')),
          ...subjects.map((subject) => option(subject, t(`help:subject.${subject}`))),
        ],
      },
    ],
  };
}

function switchOf(t: Translate, isOn: boolean): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: isOn ? ButtonStyle.Secondary : ButtonStyle.Primary,
        label: isOn ? t('help:advanced.remove') : t('help:advanced.add'),
        custom_id: `${SWITCH_ID}:${isOn ? 'off' : ON}`,
      },
    ],
  };
}

/** The entries of an object whose keys are known. */
function entriesOf<K extends string, V>(of: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(of) as [K, V][];
}
