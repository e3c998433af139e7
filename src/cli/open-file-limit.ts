import { readFileSync } from 'node:fs';

/** One for each connection, file and thread: fewer than this run out under a load that the memory and the processor bear. */
export const LEAST_OPEN_FILES = 1_024;

/** How many files this process may have open, which Node has raised as far as it may; null where the system does not say. */
export function openFileLimit(): number | null {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Only Linux says it there, and only Linux has low ones.
    return null;
  }
  const [, limit] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? [];
  if (limit === undefined) return null;
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
