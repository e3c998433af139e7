// 512 leaves room for the root within PATH_MAX (4,096) and is half of what S3 takes; 200 leaves room in NAME_MAX (255).
const MAX_KEY_LENGTH = 512;
const SEGMENT = /^(?!\.+$)[a-z0-9._-]{1,200}$/;
const PARTIAL_SEGMENT = /^[a-z0-9._-]{0,200}$/;

/** Whether the text can be an object's key: see `ObjectOperations`. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && key.split('/').every((segment) => SEGMENT.test(segment));
}

/** @throws TypeError when the text is no key */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) {
    throw new TypeError(
      `${shown(key)} is no object key: use 1 to ${MAX_KEY_LENGTH} of a-z 0-9 . _ - in segments parted by "/".`,
    );
  }
}

/** @throws TypeError when no key can start with the text */
export function assertKeyPrefix(prefix: string): void {
  const segments = prefix.split('/');
  const partial = segments.pop() ?? '';
  const possible =
    prefix.length <= MAX_KEY_LENGTH &&
    PARTIAL_SEGMENT.test(partial) &&
    segments.every((segment) => SEGMENT.test(segment));
  if (!possible) throw new TypeError(`${shown(prefix)} cannot be the start of an object key.`);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
