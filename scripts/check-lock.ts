import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Part of `npm run check`: each package of `package-lock.json` comes from the registry and has its hash, none of those that serve runs
 * anything when it is installed, and what is brought as a program for one processor is there for the other.
 */
export type LockedPackage = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

/** @returns what is wrong with the packages of a lock, by their places in it */
export function findInLock(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([place, one]) => {
    // The project itself, its workspaces, and the links to these.
    if (!place.includes('node_modules/') || one.link === true) return [];
    const faults: string[] = [];
    if (!one.integrity?.startsWith('sha512-'))
      faults.push(`${place} has no SHA-512: install it anew from the registry (npm install).`);
    if (one.resolved !== undefined)
      faults.push(`${place} comes from ${one.resolved}: take a version that the registry has.`);
    if (one.hasInstallScript === true && one.dev !== true)
      faults.push(
        `${place} wants to run something when it is installed, which is never done: take a package that brings what it needs.`,
      );
    const twin = twinOnArm64(place, one);
    if (twin !== undefined && !isSameFor(one, packages[twin]))
      faults.push(
        `${place} has no ${twin} of version ${one.version} beside it: arm64 would be without. Regenerate the lock in a folder without node_modules, or take a version that has both.`,
      );
    return faults;
  });
}

/** @returns where the same program for arm64 has to be, of one for Linux on amd64 */
function twinOnArm64(place: string, { os, cpu }: LockedPackage): string | undefined {
  if (!os?.includes('linux') || !cpu?.includes('x64') || cpu.includes('arm64')) return undefined;
  const at = place.lastIndexOf('x64');
  return at < 0 ? `${place}-arm64` : `${place.slice(0, at)}arm64${place.slice(at + 'x64'.length)}`;
}

function isSameFor(one: LockedPackage, twin: LockedPackage | undefined): boolean {
  return (
    twin?.version === one.version &&
    twin?.cpu?.includes('arm64') === true &&
    twin.os?.includes('linux') === true &&
    twin.libc?.join() === one.libc?.join() &&
    (twin.dev !== true || one.dev === true)
  );
}

if (import.meta.main) {
  const lock = path.join(import.meta.dirname, '../package-lock.json');
  const { packages } = JSON.parse(await readFile(lock, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const faults = findInLock(packages);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
