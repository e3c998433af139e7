import { isIPv6 } from 'node:net';

/**
 * The address for counting failures. An IPv6 address counts as its /64, which usually belongs to one customer; an IPv4
 * address on an IPv6 socket counts as itself.
 */
export function countedAddress(clientIp: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(clientIp)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = clientIp] = clientIp.split('%');
  return isIPv6(plain) ? `${firstGroups(plain).join(':')}::/64` : clientIp;
}

/** The likely network of an address: the /24 of IPv4, the /64 of IPv6. A line's address changes within it. */
export function countedNetwork(clientIp: string): string {
  const address = countedAddress(clientIp);
  const [, first] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  return first === undefined ? address : `${first}.0/24`;
}

/** The first four of an IPv6 address's eight groups, without leading zeros. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  // A dotted quad at the end stands for two groups.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros: string[] = tail === undefined ? [] : Array(Math.max(8 - written, 0)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
