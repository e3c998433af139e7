import { ApiError, Unreachable } from '../client/errors.ts';

/** Saves a file of the server on the device. A plain link would not do: the server answers only to who names the console. */
export async function saveFile(path: string, name: string): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, {
      credentials: 'same-origin',
      headers: { 'X-Ekiden-Console': '1' },
    });
  } catch (cause) {
    throw new Unreachable(cause);
  }
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null), answer.headers);
  const address = URL.createObjectURL(await answer.blob());
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
