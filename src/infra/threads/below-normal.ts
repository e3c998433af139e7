/**
 * How far below the server's own a thread's priority is, of Unix's 19 steps: requests go before what is worked out for some of them.
 * At the last steps a thread may wait for ever. 0 elsewhere than on Linux, where it would be the whole server's.
 */
export const BELOW_NORMAL = process.platform === 'linux' ? 10 : 0;
