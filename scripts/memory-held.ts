import { globSync, readFileSync } from 'node:fs';

/** What this process and all that it started hold in memory, what they share counted once; 0 where no `/proc` tells. */
export function bytesHeld(): number {
  const parent_of = new Map(
    globSync('/proc/[0-9]*/stat').map((file) => {
      // The name before it may hold anything, but a bracket ends it.
      const [, parent] = textOf(file).split(') ').at(-1)?.split(' ') ?? [];
      return [file.split('/')[2] ?? '', parent ?? ''];
    }),
  );
  const isOurs = (pid: string): boolean => {
    const parent = parent_of.get(pid);
    return pid === String(process.pid) || (parent !== undefined && parent !== '0' && isOurs(parent));
  };
  const held = [...parent_of.keys()]
    .filter(isOurs)
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return held.reduce((sum, kilobytes) => sum + kilobytes * 1_024, 0);
}

/** Empty for a process that has just ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
