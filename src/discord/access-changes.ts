import { Events, type Client } from 'discord.js';

/** Calls whenever the bot may have come to see or to write where it could not before: in a guild, or anywhere. */
export function onAccessChange(client: Client, changed: (guildId?: string) => void): void {
  client.on(Events.ClientReady, () => changed());
  client.on(Events.ShardResume, () => changed());
  client.on(Events.GuildAvailable, ({ id }) => changed(id));
  client.on(Events.GuildCreate, ({ id }) => changed(id));
  client.on(Events.ChannelCreate, ({ guildId }) => changed(guildId));
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) changed(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_before, { guild }) => changed(guild.id));
  client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
    if (id === client.user?.id) changed(guild.id);
  });
}
