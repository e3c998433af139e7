/**
 * How far a thread's priority is below the server's own, of Unix's 19 steps, so that requests come first. At the last
 * steps a thread may starve. 0 except on Linux, where priority is per thread.
 */
export const BELOW_NORMAL = process.platform === 'linux' ? 10 : 0;
