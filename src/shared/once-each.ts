/** Makes something once for each key: what is asked for many people is mostly the same for most of them. */
export function onceEach<Given, Made>(
  make: (given: Given) => Made,
  keyOf: (given: Given) => string,
): (given: Given) => Made {
  const known = new Map<string, Made>();
  return (given) => {
    const key = keyOf(given);
    const made = known.get(key) ?? make(given);
    known.set(key, made);
    return made;
  };
}
