export { storeTellings } from '../../activities/index.ts';
