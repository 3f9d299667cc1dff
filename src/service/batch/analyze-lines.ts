import type { Analyzer } from '../perspective/analyze.ts';
import { GoogleError, googleErrorBody } from '../perspective/google-error.ts';
import { analyzeRequestSchema, parseGoogleRequest } from '../perspective/requests.ts';

function answerLine(line: string, analyze: Analyzer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(line);
  } catch {
    return googleErrorBody(400, 'Invalid JSON payload received.');
  }
  try {
    return analyze(parseGoogleRequest(analyzeRequestSchema, body));
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    return googleErrorBody(error.statusCode, error.message, error.details);
  }
}

/** Answers each line, a request of `comments:analyze`, with a line: its response, or its error. Both end with a line break. */
export function analyzeLines(lines: string, analyze: Analyzer): string {
  let answers = '';
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf('\n', from);
    const to = end === -1 ? lines.length : end;
    answers += `${JSON.stringify(answerLine(lines.slice(from, to), analyze))}\n`;
    from = to + 1;
  }
  return answers;
}
