import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { serve } from './bot-process.ts';

/* The whole bot, as `npm start` runs it. */

const config = parseConfig(process.env);
const app = createApp(config, { logger: createLogger(config.logLevel) });
await app.start();
serve(() => app.stop());
