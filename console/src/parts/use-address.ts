import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** What of a screen stands in the address, so that it can be sent and comes back. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  return {
    search,
    /** Puts a value there, or takes it out where it is empty, and takes `cleared` out with it. */
    set: (name: string, value: string, ...cleared: string[]): void =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const one of cleared) after.delete(one);
          if (value === '') after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
  };
}

/** The same with a text that somebody types, `q` in the address. */
export function useTypedAddress() {
  const { search, set } = useAddress();
  // The address follows a moment later: taking the text from it while somebody types would lose letters.
  const [typing, setTyping] = useState<string | null>(null);
  return {
    search,
    set,
    typed: typing ?? search.get('q') ?? '',
    type: (text: string): void => {
      setTyping(text);
      set('q', text);
    },
    endTyping: (): void => setTyping(null),
  };
}
