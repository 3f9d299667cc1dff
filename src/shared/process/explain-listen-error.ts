import { errorMessage } from '../errors.ts';

/**
 * Explains why a server could not start, and what to do if its address cannot be used. `setting` names the setting that chooses
 * the port.
 */
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
