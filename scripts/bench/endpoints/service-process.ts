import { createTrainedEngine } from '../../../src/service/engine/trained-engine.ts';
import { createService } from '../../../src/service/service.ts';
import { answerWithUsage } from './answer-with-usage.ts';

/* Runs the service like `npm run service`: reports its address, then answers each message with its CPU time. */

const service = createService({
  apiKey: process.env.SERVICE_KEY ?? '',
  engine: createTrainedEngine(),
  compatible: { commentsPerSecond: 0 },
});
const { baseUrl } = await service.start();
answerWithUsage();
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
process.send?.(baseUrl);
