import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
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
  const name = `portcullis-${guild.id}-${userId}.json`;
  const file = await fileOf(name, memberData.export(guild.id, userId), (megabytes) =>
    call.progress(t('privacy:reply.reading', { megabytes })),
  );
  if (file === null) throw new UserError(t('privacy:reply.tooLarge'));
  const command = mention('privacy erase');
  return { content: t('privacy:reply.exported', { user: userId, command }), files: [file] };
}

/** Compressed if too large; null if still too large. Never holds more than that in memory. */
async function fileOf(
  name: string,
  pieces: AsyncIterable<string>,
  onProgress: (megabytes: number) => void,
): Promise<ReplyFile | null> {
  const gzip = createGzip();
  const compressed = upTo(MAX_BYTES);
  const plain = upTo(MAX_BYTES);
  const finished = pipeline(gzip, async (chunks) => {
    for await (const chunk of chunks) compressed.add(chunk as Buffer);
  });
  for await (const piece of pieces) {
    const data = Buffer.from(piece);
    plain.add(data);
    if (plain.isFull()) onProgress(Math.round(plain.bytes() / 1024 / 1024));
    if (!gzip.write(data)) await once(gzip, 'drain');
    if (compressed.isFull()) break;
  }
  gzip.end();
  await finished;
  const [small, zipped] = [plain.data(), compressed.data()];
  if (small !== null) return { name, data: small };
  return zipped === null ? null : { name: `${name}.gz`, data: zipped };
}

/** Collects up to `maxBytes`; beyond that it keeps nothing. */
function upTo(maxBytes: number) {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const isFull = (): boolean => bytes > maxBytes;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.byteLength;
      if (isFull()) chunks = [];
      else chunks.push(chunk);
    },
    bytes: () => bytes,
    isFull,
    /** Null: there was more. */
    data: (): Buffer | null => (isFull() ? null : Buffer.concat(chunks)),
  };
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
