export { createThreads, ThreadEnded } from './create-threads.ts';
