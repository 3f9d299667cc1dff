import { program } from '../../../src/program.ts';
import { createApp } from '../../../src/bot/composition/app.ts';
import { parseConfig } from '../../../src/bot/config/config.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { serveLoad } from './load.ts';

/* The whole bot. */

const config = parseConfig(process.env);
const app = createApp(config, { ...program, logger: createLogger(config.logLevel) });
await app.start();
serveLoad({ work: async () => {}, stop: () => app.stop() });
