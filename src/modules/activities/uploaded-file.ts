export const UPLOADS = 'uploads/';
/** A query for the keys (column `key`) of all files with a row. */
export const NAMED_RECORDINGS = 'SELECT object_key AS key FROM activity_files';

/** The key has a unique id: a failed or slower concurrent upload of the same bytes deletes only its own object. */
export function uploadKey(file: { user_id: string; sha256: Buffer; id: string }): string {
  return `${uploadsOf(file.user_id)}${file.sha256.toString('hex')}/${file.id}`;
}

export function uploadsOf(user_id: string): string {
  return `${UPLOADS}${user_id}/`;
}

export function fileIdOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
