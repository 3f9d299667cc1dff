import type { Call, CommandDeps } from '../../src/bot/command-kit.ts';
import type { SettingView } from './setting.ts';

export async function viewOf(
  { guild, t, show, mention }: Pick<Call<unknown>, 'guild' | 't' | 'show' | 'mention'>,
  { policies, moderatorChannel, caseDays }: CommandDeps,
): Promise<SettingView> {
  const policy = await policies.get(guild.id);
  return { guild, t, show, mention, policy, moderatorChannel, caseDays };
}
