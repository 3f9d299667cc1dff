import { expect } from 'vitest';
import { API_KEY, type Answer } from '../start.ts';

/** Posts to one of Perspective's methods, with the key in the query. */
export async function callPerspective(
  baseUrl: string,
  method: 'analyze' | 'suggestscore',
  body: unknown,
  { key = API_KEY }: { key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/v1alpha1/comments:${method}?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** An error of Perspective, with its cause. */
export function perspectiveRefusal(errorType: string, message: string): object {
  return {
    error: {
      code: 400,
      message,
      status: 'INVALID_ARGUMENT',
      details: [
        expect.objectContaining({
          '@type': 'type.googleapis.com/google.commentanalyzer.v1alpha1.Error',
          errorType,
        }),
      ],
    },
  };
}
