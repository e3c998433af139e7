import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Emscripten's EIO: the engine answers it with a PANIC and acknowledges nothing. */
const EIO = 29;

type Init = NodeFS['init'];
type Node = object;
type Stream = { nfd?: number; node: Node; shared: { refcount: number } };
type Operation = (stream: Stream, ...more: unknown[]) => unknown;
/** The part of Emscripten's file system over Node's that is touched here; the package does not declare it. */
type NodeFileSystem = {
  node_ops: Record<string, Operation>;
  stream_ops: Record<string, Operation>;
  realPath(node: Node): string;
};

/**
 * The engine's files on disk, with fsync. The stock file system leaves the call out, so that a power cut loses
 * whatever the system still had in memory, and with it the whole database.
 *
 * It reaches into the engine, so the engine's version is pinned and a test proves that commits call `fsync`.
 */
export class DurableFileSystem extends NodeFS {
  readonly #fsync: (descriptor: number) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #open = new Set<number>();
  #revoked = false;

  /** `onFailure` hears of every fsync that failed: nothing written since the last good one can be relied on. */
  constructor(
    directory: string,
    onFailure: (error: unknown) => void,
    fsync: (descriptor: number) => void = fsyncSync,
  ) {
    super(directory);
    this.#onFailure = onFailure;
    this.#fsync = fsync;
  }

  override async init(...args: Parameters<Init>): ReturnType<Init> {
    const result = await super.init(...args);
    const addFsync = (module: { NODEFS: unknown }): void => {
      const files = module.NODEFS as NodeFileSystem;
      files.stream_ops.fsync = (stream) => this.#sync(files, stream);
      this.#watch(files.node_ops);
      this.#watch(files.stream_ops);
    };
    const { emscriptenOpts } = result;
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }

  /**
   * Takes the files away from an engine that has stopped: another may open them. Whatever it still does to them throws, and
   * its descriptors are closed.
   */
  revoke(): void {
    this.#revoked = true;
    for (const descriptor of this.#open) closeSync(descriptor);
    this.#open.clear();
  }

  #watch(operations: Record<string, Operation>): void {
    for (const [name, operation] of Object.entries(operations)) {
      operations[name] = (stream, ...more) => {
        if (this.#revoked) throw new Error('The engine has stopped: its files are no longer its own.');
        const result = operation(stream, ...more);
        if (name === 'open' && stream.nfd !== undefined) this.#open.add(stream.nfd);
        if (name === 'close' && stream.nfd !== undefined && stream.shared.refcount === 0)
          this.#open.delete(stream.nfd);
        return result;
      };
    }
  }

  #sync(files: NodeFileSystem, stream: Stream): number {
    try {
      if (stream.nfd === undefined) syncDirectory(files.realPath(stream.node), this.#fsync);
      else this.#fsync(stream.nfd);
      return 0;
    } catch (error) {
      this.#onFailure(error);
      return EIO;
    }
  }
}

/** Makes the names in a directory durable. Windows has no such call and needs none. */
export function syncDirectory(directory: string, fsync: (descriptor: number) => void = fsyncSync): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
