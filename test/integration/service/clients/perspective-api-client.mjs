/* Uses the npm package perspective-api-client as its README does, and prints the answer. */
import Perspective from 'perspective-api-client';

const perspective = new Perspective({ apiKey: process.env.PERSPECTIVE_API_KEY });
const scores = await perspective.analyze('you are a stupid idiot', {
  attributes: ['toxicity', 'insult'],
});
const problem = await perspective
  .analyze('hello', { attributes: ['flirtation'] })
  .catch((error) => `${error.name}: ${error.message}`);
process.stdout.write(JSON.stringify({ scores, problem }));
