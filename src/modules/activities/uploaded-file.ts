/** Where uploaded files lie in the object store. */
export const UPLOADS = 'uploads/';
/** A query whose column `key` are the files that rows name. */
export const NAMED_RECORDINGS = 'SELECT object_key AS key FROM activity_files';

/** With an id of its own: who fails, or is slower than another upload of the same bytes, takes only their own away. */
export function uploadKey(file: { user_id: string; sha256: Buffer; id: string }): string {
  return `${uploadsOf(file.user_id)}${file.sha256.toString('hex')}/${file.id}`;
}

/** Where those of one person lie. */
export function uploadsOf(user_id: string): string {
  return `${UPLOADS}${user_id}/`;
}

/** The id of the row that names the object, if any does. */
export function fileIdOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
