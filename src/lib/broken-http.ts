import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const CLIENT_FAULTS: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
};
const NOT_HTTP = [400, 'The request is not valid HTTP.'] as const;

/**
 * Answers what never became a request, straight on its socket, with what `bodyOf` makes of a sentence, and destroys
 * that: with this handler in its place Node does so no more, nor looks at the socket again, and its other end could
 * hold it open for ever by a byte now and then.
 */
export function answerBrokenHttp(
  bodyOf: (sentence: string, status: number) => unknown,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, sentence] = CLIENT_FAULTS[error.code ?? ''] ?? NOT_HTTP;
    const body = JSON.stringify(bodyOf(sentence, status));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    socket.destroySoon();
  };
}
