export function roomOf(file: string): string | null;
export function layerViolation(file: string, specifier: string): string | null;
