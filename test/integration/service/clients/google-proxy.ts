import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { portOf } from '../../../helpers/servers/port-of.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

const GOOGLE = 'commentanalyzer.googleapis.com';

/**
 * A TLS proxy that answers for Google's host with the service: for clients in which that address is fixed. `env` makes a
 * process of Node use it. Stops when the test ends.
 */
export async function startGoogleProxy(baseUrl: string): Promise<{ env: NodeJS.ProcessEnv }> {
  const folder = tempDir();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = `subjectAltName=DNS:localhost,DNS:${GOOGLE}`;
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${GOOGLE}`, '-addext', names];
  await promisify(execFile)('openssl', [...request, ...subject, '-keyout', key, '-out', cert]);
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (incoming, outgoing) => {
      const { host, pathname, search } = new URL(incoming.url ?? '/', `https://${GOOGLE}`);
      if (host !== GOOGLE) throw new Error(`not for Google: ${host}`);
      const forwarded = forward(
        new URL(pathname + search, baseUrl),
        { method: incoming.method, headers: { ...incoming.headers, connection: 'close' } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(forwarded);
    },
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const proxy = `https://localhost:${portOf(server)}`;
  return { env: { https_proxy: proxy, NODE_EXTRA_CA_CERTS: cert } };
}
