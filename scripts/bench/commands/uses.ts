import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord.js';
import type { CommandData } from '../../../src/bot/interactions/registration/normal-form.ts';
import type { Interaction, OptionValues } from '../../../src/sandbox/person-interactions.ts';
import type { Harness } from '../../demo/harness.ts';

export interface Use {
  readonly command: string;
  use(): Promise<Interaction>;
}

/** Plausible texts by option name. */
const TEXTS: Record<string, string> = {
  action: 'warn',
  effect: 'timeout 10m',
  effects: 'alert',
  from: '2 hours ago',
  key: '@property/discord/moderation.timeoutSeconds',
  keyword: 'password',
  length: '10 minutes',
  number: '1',
  tag: 'discord.message',
  text: 'you are an idiot',
  to: 'now',
  value: '600',
  zone: 'Europe/Berlin',
};

/** Every subcommand and context menu with its required options. */
export function usesOf(
  commands: readonly CommandData[],
  { sandbox, person }: Harness,
  messageId: string,
): Use[] {
  const { general } = sandbox.channels;
  const owner = person('owner');
  const targetId = sandbox.members.dave.id;

  function valueOf(option: APIApplicationCommandBasicOption): string | number | boolean {
    const choices = 'choices' in option ? (option.choices ?? []) : [];
    const [choice] = choices;
    if (choice !== undefined) return choice.value;
    switch (option.type) {
      case Type.User:
      case Type.Mentionable:
        return targetId;
      case Type.Role:
        return sandbox.roles.Trusted;
      case Type.Channel:
        return general;
      case Type.Boolean:
        return true;
      case Type.Integer:
      case Type.Number:
        return 'min_value' in option ? (option.min_value ?? 1) : 1;
      default:
        return TEXTS[option.name] ?? '1';
    }
  }

  function slashUses(
    path: readonly string[],
    options: readonly APIApplicationCommandOption[],
  ): Use[] {
    const nested = options.filter(isNested);
    if (nested.length > 0) {
      return nested.flatMap(({ name, options: inner = [] }) => slashUses([...path, name], inner));
    }
    const values: OptionValues = Object.fromEntries(
      options.flatMap((option) =>
        option.required === true && !isNested(option) ? [[option.name, valueOf(option)]] : [],
      ),
    );
    const [command = ''] = path;
    return [{ command: `/${command}`, use: () => owner.slash(general, path.join(' '), values) }];
  }

  return commands.flatMap((data): Use[] => {
    const { name, type = ApplicationCommandType.ChatInput } = data;
    if (type === ApplicationCommandType.User) {
      return [{ command: name, use: () => owner.userCommand(general, name, targetId) }];
    }
    if (type === ApplicationCommandType.Message) {
      return [{ command: name, use: () => owner.messageCommand(general, name, messageId) }];
    }
    return slashUses([name], 'options' in data ? (data.options ?? []) : []);
  });
}

type Nested = Extract<
  APIApplicationCommandOption,
  { type: Type.Subcommand | Type.SubcommandGroup }
>;

function isNested(option: APIApplicationCommandOption): option is Nested {
  return option.type === Type.Subcommand || option.type === Type.SubcommandGroup;
}
