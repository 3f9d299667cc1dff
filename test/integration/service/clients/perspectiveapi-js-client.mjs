/* Uses the npm package @conversationai/perspectiveapi-js-client as its README does, and prints the answer. */
import { Client } from '@conversationai/perspectiveapi-js-client';

const client = new Client(process.env.PERSPECTIVE_API_KEY);
const scores = await client.getScores('you are a stupid idiot', {
  attributes: ['TOXICITY', 'THREAT'],
});
process.stdout.write(JSON.stringify({ scores }));
