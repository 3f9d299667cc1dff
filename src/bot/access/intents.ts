import { ApplicationFlags } from 'discord.js';

export type PrivilegedIntent = 'members' | 'content';

/** The first flag is for apps that Discord verified, the second for those in few servers. */
const FLAGS: Readonly<Record<PrivilegedIntent, readonly number[]>> = {
  members: [ApplicationFlags.GatewayGuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
  content: [ApplicationFlags.GatewayMessageContent, ApplicationFlags.GatewayMessageContentLimited],
};

/** The privileged intents that are off in the developer portal. `flags`: the application's. */
export function missingIntents(flags: number): PrivilegedIntent[] {
  return (Object.keys(FLAGS) as PrivilegedIntent[]).filter(
    (intent) => !FLAGS[intent].some((flag) => (flags & flag) !== 0),
  );
}
