import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * Runs as a process of its own (`create-cluster.ts`) and writes the files of an empty database into the given directory:
 * the engine takes half a gigabyte for that, which only the end of a process frees.
 */
const [, , directory] = process.argv;
if (directory === undefined) throw new Error('A directory has to be named.');
const engine = await PGlite.create({ fs: new NodeFS(directory) });
await engine.close();
