import { createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { serve } from './report-usage.ts';

/* The whole bot, like `npm start`. */

const config = parseConfig(process.env);
const app = createApp(config, { logger: createLogger(config.logLevel) });
await app.start();
serve(() => app.stop());
