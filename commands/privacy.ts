import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { ButtonStyle, ComponentType } from 'discord.js';
import type {
  Call,
  CommandDeps,
  Component,
  ErasedData,
  Reply,
  ReplyFile,
  SlashCall,
  Translate,
} from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { describe } from './shared/describe.ts';
import { commandOf } from './shared/subcommands.ts';

const ID = 'privacy-erase';

/** Below Discord's limit for files, to leave room for the rest of the message. */
const MAX_BYTES = 9 * 1024 * 1024;

const compress = promisify(gzip);

/** Exports and erases the data of a member: by themselves, or by the server's owner. */
export const privacyCommand = commandOf({
  key: 'privacy',
  permission: null,
  members: [
    { key: 'privacy:subcommands.export', options: withUser, run: exportData },
    { key: 'privacy:subcommands.erase', options: withUser, run: confirmErasure },
  ],
});

/** The confirmation button: `privacy-erase:<user>`. */
export const privacyErasure: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  async run(call, [userId = ''], { memberData, announce, logger }) {
    checkMay(call, userId);
    const { guild, by, t } = call;
    const erased = await memberData.erase(guild.id, userId);
    const places = placesOf(erased, t);
    if (places.length === 0) {
      return { content: t('privacy:reply.nothing', { user: userId }), components: [] };
    }
    logger.info({ guildId: guild.id, userId, byId: by.id, ...erased }, 'member data erased');
    announce(guild.id, (server) => {
      const values = { user: userId, by: by.id, places: placesOf(erased, server) };
      return server(`privacy:reply.announced.${userId === by.id ? 'own' : 'other'}`, values);
    });
    return {
      content: `${t('privacy:reply.erased', { user: userId, places })}\n${t('privacy:reply.stays')}`,
      components: [],
    };
  },
};

function withUser(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub.addUserOption((option) => describe(option, 'privacy:options.user'));
}

/** Throws a `UserError` unless the data is the caller's own or the caller owns the server. */
function checkMay({ guild, by, t }: Call<unknown>, userId: string): void {
  if (userId !== by.id && guild.ownerId !== by.id) {
    throw new UserError(t('privacy:reply.ownerOnly'));
  }
}

function subjectOf(call: SlashCall): string {
  const userId = call.interaction.options.getUser('user')?.id ?? call.by.id;
  checkMay(call, userId);
  return userId;
}

async function exportData(call: SlashCall, { memberData }: CommandDeps): Promise<Reply> {
  const { guild, t, mention } = call;
  const userId = subjectOf(call);
  const exported = await memberData.export(guild.id, userId);
  const file = await fileOf(`portcullis-${guild.id}-${userId}.json`, exported);
  if (file === null) throw new UserError(t('privacy:reply.tooLarge'));
  const command = mention('privacy erase');
  return { content: t('privacy:reply.exported', { user: userId, command }), files: [file] };
}

/** Compressed if too large; null if still too large. */
async function fileOf(name: string, value: object): Promise<ReplyFile | null> {
  const data = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  if (data.byteLength <= MAX_BYTES) return { name, data };
  const compressed = await compress(data);
  return compressed.byteLength <= MAX_BYTES ? { name: `${name}.gz`, data: compressed } : null;
}

async function confirmErasure(call: SlashCall): Promise<Reply> {
  const { t } = call;
  const userId = subjectOf(call);
  return {
    content: `${t('privacy:reply.confirm', { user: userId })}\n${t('privacy:reply.stays')}`,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Danger,
            label: t('privacy:reply.button'),
            custom_id: `${ID}:${userId}`,
          },
        ],
      },
    ],
  };
}

function placesOf({ cases, texts, reviews }: ErasedData, t: Translate): string[] {
  return [
    ...(cases === 0 ? [] : [t('case:reply.cases', { count: cases })]),
    ...(texts === 0 ? [] : [t('case:reply.keywordAlerts', { count: texts })]),
    ...(reviews === 0 ? [] : [t('appeals:erased', { count: reviews })]),
  ];
}
