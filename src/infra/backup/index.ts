export { type BackupNote, lastBackup } from './last-backup.ts';
