import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { explainListenError } from '../../../../src/shared/process/explain-listen-error.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

it('says what to do about a port that is in use', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void first.close());
  await once(first, 'listening');
  const port = portOf(first);
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error');
  expect(explainListenError(error, '--port')).toBe(
    `Another process uses port ${port}. Stop it, or choose another port with --port (0: any free one).`,
  );
});

it('says what to do about a port that needs more rights', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 });
  expect(explainListenError(error, 'HTTP_PORT')).toBe(
    'This user may not use port 80. Choose one above 1023 with HTTP_PORT.',
  );
});

it('leaves other errors as they are', () => {
  expect(explainListenError(new Error('out of memory'), '--port')).toBe('out of memory');
});
