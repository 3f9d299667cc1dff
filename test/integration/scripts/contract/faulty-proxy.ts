import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from '../../../helpers/servers/port-of.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the service says
  json: any;
}

/** Stands before a service and breaks its answers. Stops when the test ends. */
export async function startFaultyProxy(
  baseUrl: string,
  spoil: (reply: Reply) => void,
): Promise<string> {
  const forward = async (method: string, path: string, headers: Headers, body: Buffer) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const reply: Reply = {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
      json: await answer.json(),
    };
    const id = answer.headers.get('x-request-id');
    if (id !== null) reply.headers['x-request-id'] = id;
    spoil(reply);
    return reply;
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const kept = new Headers({ 'content-type': 'application/json' });
      if (headers.authorization !== undefined) kept.set('authorization', headers.authorization);
      void forward(method, url, kept, Buffer.concat(chunks)).then(
        ({ status, headers: own, json }) =>
          outgoing.writeHead(status, own).end(JSON.stringify(json)),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}`;
}
