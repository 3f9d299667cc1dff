import { DefaultRestOptions } from 'discord.js';
import { program } from '../../../src/program.ts';
import { createApp } from '../../../src/bot/composition/app.ts';
import { parseConfig } from '../../../src/bot/config/config.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { serve } from '../messages/report-usage.ts';

/* The whole bot, without discord.js's limit of 50 requests a second: cases would wait for that limit and not for the database. */

Object.assign(DefaultRestOptions, { globalRequestsPerSecond: 1_000_000 });
const config = parseConfig(process.env);
const app = createApp(config, { ...program, logger: createLogger(config.logLevel) });
const running = await app.start();
serve(
  () => app.stop(),
  () => running.groups().length,
);
