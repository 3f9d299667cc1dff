import { describe, expect, it } from 'vitest';
import { API_KEY, startService } from './start.ts';

const start = () => startService({ compatible: { commentsPerSecond: 0, page: 'on' } });
const ORIGIN = { origin: 'https://blog.example' };
const allowedOrigin = ({ headers }: Response): string | null =>
  headers.get('access-control-allow-origin');

describe('calls by scripts of another site', () => {
  it.each([
    '/v1alpha1/comments:analyze?key=k',
    '/v1alpha1/comments:suggestscore',
    '/v1/moderations',
  ])('are announced to %s and allowed with every header', async (path) => {
    const { baseUrl } = await start();
    const asked = 'authorization,content-type,x-stainless-os';
    const response = await fetch(baseUrl + path, {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(allowedOrigin(response)).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe(asked);
  });

  it('may read answers, refusals and the discovery document', async () => {
    const { baseUrl } = await start();
    const post = (path: string, key: string): Promise<Response> =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { ...ORIGIN, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"input":"hi"}',
      });
    const responses = await Promise.all([
      post('/v1/moderations', API_KEY),
      post('/v1/moderations', 'wrong'),
      post(`/v1alpha1/comments:analyze?key=${API_KEY}`, ''),
      post('/v1alpha1/comments:analyze', ''),
      post('/v1alpha1/nothing', ''),
      fetch(`${baseUrl}/$discovery/rest?version=v1alpha1`, { headers: ORIGIN }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 400, 403, 404, 200]);
    expect(responses.map(allowedOrigin)).toEqual(responses.map(() => '*'));
  });

  it('get nothing of the page and of the service’s own interface', async () => {
    const { baseUrl } = await start();
    for (const path of ['/', '/page/explanation', '/text/moderation', '/metrics']) {
      const response = await fetch(baseUrl + path, { method: 'OPTIONS', headers: ORIGIN });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(allowedOrigin(response)).toBeNull();
    }
  });
});
