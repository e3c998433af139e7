/** The properties of an object, not of its class, that have a getter: what one refers to stays until the whole heap is collected. */
export function ownGetters(object: object): string[] {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(object));
  return properties.flatMap(([name, { get }]) => (get === undefined ? [] : [name]));
}
