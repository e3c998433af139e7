import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * The program of a process of its own (`create-cluster.ts`), which writes the files of an empty database into the directory that it is
 * given: the engine takes half a gigabyte for that, which only the end of a process gives back.
 */
const [, , directory] = process.argv;
if (directory === undefined) throw new Error('A directory has to be named.');
const engine = await PGlite.create({ fs: new NodeFS(directory) });
await engine.close();
