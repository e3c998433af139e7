/** What is in a backup cannot be read, or is not what was written. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** A backup of a format that only later versions of this program know. */
export class NewerBackupError extends Error {
  override readonly name = 'NewerBackupError';
}
