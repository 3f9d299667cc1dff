import { expect, it } from 'vitest';
import { layerViolation } from '../../../../scripts/tools/check-import.js';

it.each([
  ['src/service-api/client/calls/http-transport.ts', './retry.ts'],
  ['src/service-api/client/calls/http-transport.ts', '../errors.ts'],
  ['src/service-api/client/calls/http-transport.ts', '../../../shared/clock.ts'],
  ['src/program.ts', './service/embedded.ts'],
  ['src/program.ts', '../commands/index.ts'],
  ['src/bot/composition/app.ts', '../gateway/gateway.ts'],
  ['src/bot/posts/alerts/alerts.ts', '../../acting/actions/authority.ts'],
  ['commands/case/show.ts', '../../src/bot/command-kit.ts'],
  ['src/bot/domain/case.ts', 'node:crypto'],
  ['src/sandbox/rest/routes/guild.ts', 'discord-api-types/v10'],
  ['src/sandbox/page/browser/app.ts', '../protocol/events.ts'],
  ['test/unit/scripts/tools/check-import.test.ts', '../../../../scripts/tools/layers.js'],
])('allows %s to import %s', (file, specifier) => {
  expect(layerViolation(file, specifier)).toBeNull();
});

it.each([
  ['src/service-api/client/calls/http-transport.ts', '../../../bot/rest/rest.ts'],
  ['src/service/service.ts', '../bot/config/config.ts'],
  ['src/bot/composition/app.ts', '../../service/service.ts'],
  ['src/bot/composition/app.ts', '../../../commands/index.ts'],
  ['src/bot/composition/app.ts', '../../sandbox/sandbox.ts'],
  ['src/bot/gateway/gateway.ts', '../../../commands/index.ts'],
  ['src/main.ts', '../commands/index.ts'],
  ['src/bot/judging/judge.ts', '../composition/app.ts'],
  ['src/bot/domain/case.ts', '../rest/rest.ts'],
  ['src/shared/clock.ts', '../../test/helpers/clock.ts'],
  ['src/sandbox/page/browser/app.ts', '../server/page.ts'],
  ['commands/case/show.ts', '../../src/bot/rest/rest.ts'],
  ['src/bot/domain/case.ts', 'node:fs'],
  ['src/service-api/schemas/text.ts', 'zod-to-json-schema'],
  ['src/unlisted/file.ts', '../shared/clock.ts'],
])('rejects that %s imports %s', (file, specifier) => {
  expect(layerViolation(file, specifier)).toContain('scripts/tools/layers.js');
});
