import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { readChatLines } from '../../evaluate/sets/chat-lines.ts';
import { answerWithUsage } from './answer-with-usage.ts';
import { trainTfIdf } from './tf-idf.ts';

/* The least work that a server of scores can do: Node's own HTTP, one score, no keys. The path selects the scorer. */

const tfIdf = trainTfIdf(readChatLines());
const wordFilter = new RegExpMatcher({
  ...englishDataset.build(),
  ...englishRecommendedTransformers,
});
const scorers: Readonly<Record<string, (text: string) => number>> = {
  '/tf-idf': tfIdf,
  '/obscenity': (text) => Number(wordFilter.hasMatch(text)),
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await json(request);
  const score = scorers[request.url ?? '']?.(String(Object(body).text));
  response.setHeader('content-type', 'application/json');
  response.statusCode = score === undefined ? 404 : 200;
  response.end(JSON.stringify({ score }));
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${Object(server.address()).port}`);
});
answerWithUsage();
process.once('SIGTERM', () => process.exit(0));
