import { lazy, Suspense, useEffect, useState } from 'react';
import { useKeys } from '../keys/keys.tsx';
import { useSay } from '../say.tsx';
import { type Floating, onFloatingOpen } from './floating-state.ts';
import type { Place } from './places.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The palette and the list of keys, each fetched when it is first opened. */
export function FloatingParts({ places }: { readonly places: readonly Place[] }) {
  const say = useSay();
  const [open, setOpen] = useState<Floating | null>(null);
  const close = (): void => setOpen(null);
  useEffect(() => onFloatingOpen(setOpen), []);
  useKeys([
    { key: 'mod+k', does: say('shell.palette.open'), act: () => setOpen('palette') },
    { key: '?', does: say('shell.keys.title'), act: () => setOpen('keys') },
  ]);
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette places={places} close={close} />}
      {open === 'keys' && <KeyList close={close} />}
    </Suspense>
  );
}
