export { createThreads, ThreadEnded, type Threads } from './create-threads.ts';
