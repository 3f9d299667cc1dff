import { DefaultRestOptions } from 'discord.js';
import { createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { serve } from '../messages/report-usage.ts';

/* The whole bot, without discord.js's limit of 50 requests a second: cases would wait for it and not for the database. */

Object.assign(DefaultRestOptions, { globalRequestsPerSecond: 1_000_000 });
const config = parseConfig(process.env);
const app = createApp(config, { logger: createLogger(config.logLevel) });
const running = await app.start();
serve(
  () => app.stop(),
  () => running.groups().length,
);
