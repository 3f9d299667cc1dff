import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
};
const NOT_HTTP = [400, 'The request is not valid HTTP.'] as const;

/**
 * A `clientError` handler: responds to a malformed request with `bodyOf(message, status)` as JSON. A custom handler must also
 * close the socket itself; otherwise the client can hold it open by sending a byte now and then.
 */
export function answerMalformedRequest(
  bodyOf: (message: string, status: number) => unknown,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP;
    const body = JSON.stringify(bodyOf(message, status));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    socket.destroySoon();
  };
}
