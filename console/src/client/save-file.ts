import { ask } from './api.ts';

/** Saves a file of the server on the device. A plain link would not do: the server answers only to who names the console. */
export async function saveFile(asked: Parameters<typeof ask<Blob>>[0], name: string): Promise<void> {
  const address = URL.createObjectURL(await ask(asked));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A title as part of a file's name, on every system. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '') || 'ekiden';
