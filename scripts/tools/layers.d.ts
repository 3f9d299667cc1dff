export function layerViolation(file: string, specifier: string): string | null;
