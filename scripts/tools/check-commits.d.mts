export function problemOf(subject: string): string | null;
export function subjectsSince(base: string, folder?: string): string[];
