import {
  type Call,
  type CommandDeps,
  isAgeRestricted,
  type Origin,
  parentIdsOf,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { previewFiles, previewText } from '../shared/preview.ts';

/** Shows the service's verdict on a text, and the effects of the rules. */
export function testText(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return testReply(call, deps, call.interaction.options.getString('text', true));
}

type Tester = Call<
  Pick<SlashCall['interaction'], 'id' | 'user' | 'member'> & { readonly channelId: string | null }
>;

export async function testReply(
  call: Tester,
  { preview }: CommandDeps,
  text: string,
): Promise<Reply> {
  const { guild, t } = call;
  const previewed = await preview.text(guild.id, text, originOf(call));
  return {
    embeds: [
      {
        title: t('moderation:reply.test.title'),
        description: previewText(previewed, text, call),
        footer: { text: t('check-message:reply.footer') },
      },
    ],
    files: previewFiles(previewed),
  };
}

/** Treats the person as an ordinary member writing here. */
function originOf({ guild, interaction }: Tester): Origin {
  const { id, user, member } = interaction;
  const channelId = interaction.channelId ?? '';
  const parentIds = parentIdsOf(guild, channelId);
  return {
    subject: 'message',
    messageId: id,
    channelId,
    parentIds,
    isAgeRestricted: isAgeRestricted(guild, [channelId, ...parentIds]),
    editedAt: null,
    author: {
      id: user.id,
      kind: 'person',
      rank: 'member',
      roleIds: [...member.roles.cache.keys()],
      joinedAt: member.joinedTimestamp,
    },
  };
}
