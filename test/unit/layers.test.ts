import { expect, it } from 'vitest';
import { layerViolation } from '../../scripts/tools/layers.js';

it.each([
  ['src/client/http/transport.ts', './retry.ts'],
  ['src/client/http/transport.ts', '../errors.ts'],
  ['src/client/http/transport.ts', '../../lib/clock.ts'],
  ['src/app.ts', '../commands/index.ts'],
  ['src/app/events.ts', '../../commands/index.ts'],
  ['src/app/events.ts', '../app.ts'],
  ['commands/case/show.ts', '../../src/discord/interactions/command.ts'],
  ['src/moderation/case.ts', 'node:crypto'],
  ['src/sandbox/rest/routes/guild.ts', 'discord-api-types/v10'],
  ['test/unit/layers.test.ts', '../../scripts/tools/layers.js'],
])('allows %s to import %s', (file, specifier) => {
  expect(layerViolation(file, specifier)).toBeNull();
});

it.each([
  ['src/client/http/transport.ts', '../../http/server.ts'],
  ['src/discord/gateway/gateway.ts', '../../../commands/index.ts'],
  ['src/main.ts', '../commands/index.ts'],
  ['src/pipeline/judge.ts', '../app.ts'],
  ['src/lib/clock.ts', '../../test/helpers/clock.ts'],
  ['commands/case/show.ts', '../../src/discord/rest/rest.ts'],
  ['src/moderation/case.ts', 'node:fs'],
  ['src/protocol/text.ts', 'zod-to-json-schema'],
  ['src/unlisted/file.ts', '../lib/clock.ts'],
])('rejects that %s imports %s', (file, specifier) => {
  expect(layerViolation(file, specifier)).toContain('scripts/tools/layers.js');
});
