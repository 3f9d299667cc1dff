import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { VERSION } from '../../../src/shared/version.ts';
import { rulesByAction } from '../../helpers/rules.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.setPolicy({}));

/** The owner's reply from /doctor. */
async function findings(): Promise<string> {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, 'doctor');
  expect(interaction.isEphemeral).toBe(true);
  const { embeds } = await interaction.response();
  return `${embeds[0]?.title}\n${embeds[0]?.description}`;
}

it('is not for members', async () => {
  const { general } = scene.sandbox.channels;
  await expect(scene.person('bob').slash(general, 'doctor')).rejects.toThrow(DiscordRequestError);
});

it('reports what is fine, and roles above the bot’s', async () => {
  const report = await findings();
  expect(report).toContain('✅ Both privileged intents are on.');
  expect(report).toContain('✅ The bot has all permissions it uses.');
  expect(report).toContain(`✅ Alerts go to <#${scene.sandbox.channels['mod-alerts']}>`);
  expect(report).toContain('✅ The bot acts on messages (mode “Act”).');
  expect(report).toMatch(
    /⚠️ The bot can't time out, kick or ban members with these roles: “Above”/,
  );
  expect(report).toContain('🔧 Move “Portcullis” above them');
});

it('tells the version that answered', async () => {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, 'doctor');
  const { embeds } = await interaction.response();
  // A bot on PostgreSQL tells its process, too.
  expect(embeds[0]?.footer?.text.split(' · ')[0]).toBe(`Portcullis ${VERSION}`);
});

it('names the permission that is missing, in the server and in a channel', async () => {
  const { world, roles, channels } = scene.sandbox;
  const { general } = channels;
  const deny = PermissionFlagsBits.ManageMessages.toString();
  const overwrite = { id: roles.Portcullis, type: OverwriteType.Role, allow: '0', deny };
  world.channels.setOverwrite(general, overwrite, scene.asOwner);
  onTestFinished(() => world.channels.deleteOverwrite(general, roles.Portcullis, scene.asOwner));
  expect(await findings()).toContain(`<#${general}>: Manage Messages`);
});

it('says when there is no moderator channel, most severe first', async () => {
  await scene.setPolicy({ moderatorChannelId: '123456789012345678' });
  const [title, first] = (await findings()).split('\n');
  expect(title).toMatch(/problems found$/);
  expect(first).toMatch(/^⛔ Alerts can't be posted/);
});

it('warns of a moderator channel that everyone can read', async () => {
  await scene.setPolicy({ moderatorChannelId: scene.sandbox.channels.random });
  expect(await findings()).toContain('⚠️ Everyone can read the alerts in');
});

it('warns of a role that keyword alerts cannot ping, until it can be', async () => {
  const { world, roles, guildId, channels } = scene.sandbox;
  const { random: place } = channels;
  const pinging = (roleId: string) => scene.setPolicy({ keywords: { channelId: place, roleId } });
  await pinging('123456789012345678');
  expect(await findings()).toContain('⚠️ The role that keyword alerts ping no longer exists');
  await pinging(roles.Moderator);
  expect(await findings()).toContain(
    '⚠️ Keyword alerts mention “Moderator”, but Discord does not let the bot ping it.',
  );

  const allow = PermissionFlagsBits.MentionEveryone.toString();
  const overwrite = { id: roles.Portcullis, type: OverwriteType.Role, allow, deny: '0' };
  world.channels.setOverwrite(place, overwrite, scene.asOwner);
  expect(await findings()).toContain('✅ Keyword alerts ping “Moderator”.');
  world.channels.deleteOverwrite(place, roles.Portcullis, scene.asOwner);

  const mentionable = (may: boolean) =>
    world.roles.update({ guildId, roleId: roles.Moderator }, { mentionable: may }, scene.asOwner);
  mentionable(true);
  onTestFinished(() => void mentionable(false));
  expect(await findings()).toContain('✅ Keyword alerts ping “Moderator”.');
});

it('finds rules and exemptions that name deleted roles or roles above the bot’s', async () => {
  const { Above } = scene.sandbox.roles;
  await scene.setPolicy({
    rules: rulesByAction({
      flag: [
        { kind: 'addRole', roleId: '123456789012345678' },
        { kind: 'addRole', roleId: Above },
      ],
    }),
    exemptRoleIds: ['123456789012345679'],
  });
  const report = await findings();
  expect(report).toContain('⛔ A rule assigns a role that no longer exists');
  expect(report).toContain('⛔ A rule assigns “Above”, which is not below');
  expect(report).toContain('123456789012345679');
});

it('finds rules for channels or roles that are all gone', async () => {
  const effects = [{ kind: 'alert' as const }];
  const gone = '123456789012345678';
  const { general } = scene.sandbox.channels;
  await scene.setPolicy({
    rules: [
      { id: '1', name: 'Gone', when: { channelIds: [gone] }, effects },
      { id: '2', name: 'Halfway', when: { channelIds: [gone, general] }, effects },
    ],
  });
  const report = await findings();
  expect(report).toContain('The rule “Gone” never applies');
  expect(report).not.toContain('Halfway');
});

it('shows a check that fails as a finding of its own, beside the others', async () => {
  const route = 'GET /applications/@me';
  scene.sandbox.faults.failNext({ status: 403, route });
  onTestFinished(() => scene.sandbox.faults.clear());
  const report = await findings();
  expect(report).toMatch(
    /⛔ Check failed: intents\.\n🔧 Run <\/doctor:\d+> again[^\n]*: [0-9a-f]{8}\./,
  );
  expect(report).toContain('✅ The bot has all permissions it uses.');
  expect(report).toContain('✅ The bot acts on messages');
});

it('says that moderation is off', async () => {
  await scene.setPolicy({ mode: 'off' });
  expect(await findings()).toContain('⚠️ Moderation is off');
});

it('says that the service does not answer, and what happens to messages meanwhile', async () => {
  await scene.service.down();
  onTestFinished(() => scene.service.up());
  expect(await findings()).toMatch(
    /⛔ The moderation service (?:does not answer|has been unavailable)[^\n]*\n🔧 [^\n]*Messages are kept/,
  );
});
