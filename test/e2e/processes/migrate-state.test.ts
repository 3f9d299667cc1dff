import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { AT_ONCE, createHarness } from '../../../scripts/demo/harness.ts';
import { program } from '../../../src/program.ts';
import { createApp } from '../../../src/bot/composition/app.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import type { MessageEvent } from '../../../src/bot/judging/outcome.ts';
import { stateKeyPath } from '../../../src/bot/storage/secrets/state-key.ts';
import { createDeferred } from '../../helpers/deferred.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { createPostgresDatabase, POSTGRES_URL } from '../../helpers/state-url.ts';

const BAD = 'kys you worthless faggot';

it.skipIf(POSTGRES_URL === undefined)(
  'a bot that moved to PostgreSQL shows its earlier cases, and goes on after them',
  { timeout: 60_000 },
  async () => {
    const harness = await createHarness({ deps: AT_ONCE });
    onTestFinished(() => harness.close());
    const { general, 'mod-alerts': alerts } = harness.sandbox.channels;
    const before = await harness.person('bob').say(general, BAD);
    expect(await harness.outcomeOf(before.id)).toMatchObject({ kind: 'acted', caseNumber: 1 });
    await harness.stopBot();

    const { url, drop } = await createPostgresDatabase();
    onTestFinished(drop);
    const child = startChild('scripts/state/migrate-state.ts', {
      args: ['--from', harness.config.secrets.stateUrl, '--to', url],
    });
    expect([await child.exit, child.stderr()]).toEqual([0, '']);

    const first = createDeferred<MessageEvent>();
    const stateKey = readFileSync(stateKeyPath(harness.stateFile));
    const moved = createApp(
      { ...harness.config, secrets: { ...harness.config.secrets, stateUrl: url, stateKey } },
      {
        ...program,
        logger: silentLogger,
        ...AT_ONCE,
        observe(event) {
          // The bot's own posts.
          if (event.outcome.kind !== 'skipped') first.resolve(event);
        },
      },
    );
    onTestFinished(() => moved.stop());
    await moved.start();
    const shown = await harness.person('moderator').slash(alerts, 'case show', { number: '1' });
    expect(JSON.stringify(await shown.response())).toContain(BAD);
    const after = await harness.person('alice').say(general, BAD);
    // The earlier message is not checked again.
    expect(await first.promise).toMatchObject({
      messageId: after.id,
      outcome: { kind: 'acted', caseNumber: 2 },
    });
  },
);
