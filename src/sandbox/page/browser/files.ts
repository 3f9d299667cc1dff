import type { FileInput } from '../protocol/actions.ts';

const CHUNK = 0x8000;

export function readFiles(files: readonly File[]): Promise<FileInput[]> {
  return Promise.all(files.map(readFile));
}

export async function readFile(file: File): Promise<FileInput> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return { name: file.name, base64: btoa(binary) };
}
