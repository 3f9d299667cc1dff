import { program } from '../../../src/program.ts';
import { createApp } from '../../../src/bot/composition/app.ts';
import { parseConfig } from '../../../src/bot/config/config.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { countHandled, serve } from './report-usage.ts';

/* The whole bot, like `npm start`. */

const config = parseConfig(process.env);
const app = createApp(config, {
  ...program,
  logger: createLogger(config.logLevel),
  observe: countHandled,
});
await app.start();
serve(() => app.stop());
