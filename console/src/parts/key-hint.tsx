import { type Key, useKeyList, writeKey } from '../keys/keys.tsx';

/** The key of the button that it stands in. It is not read aloud: the list of keys says them all. */
export function KeyHint({ of }: { readonly of: Key }) {
  const { singleKeysOff } = useKeyList();
  if (singleKeysOff && of.length === 1) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  return <kbd aria-hidden="true">{writeKey(of)}</kbd>;
}
