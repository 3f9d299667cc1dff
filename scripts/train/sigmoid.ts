export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
