const AT_ONCE = 4;

/** A few at a time; after the first failure no further ones begin. */
export async function sideBySide<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        try {
          await act(item);
        } catch (error) {
          waiting.length = 0;
          throw error;
        }
      }
    }),
  );
}
