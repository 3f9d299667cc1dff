import { errorMessage } from '../errors.ts';

/** The reason why a server could not start, with what to do about an address that cannot be used. `setting`: chooses the port. */
export function explainListenError(error: unknown, setting: string): string {
  if (!(error instanceof Error) || !('code' in error) || !('port' in error)) {
    return errorMessage(error);
  }
  const port = String(error.port);
  switch (error.code) {
    case 'EADDRINUSE':
      return `Another process uses port ${port}. Stop it, or choose another port with ${setting} (0: any free one).`;
    case 'EACCES':
      return `This user may not use port ${port}. Choose one above 1023 with ${setting}.`;
    default:
      return errorMessage(error);
  }
}
