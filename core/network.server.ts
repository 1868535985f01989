import { isIPv4, isIPv6 } from "node:net";

/** Number of leading bits of an address that name the network. */
export interface Prefix {
  ipv4: number;
  ipv6: number;
}

/** `203.0.113.0/24` or `2001:db8:1::/48`. What is no address, or IPv4 with a prefix of 32, stays as it is. */
export function networkOf(address: string, prefix: Prefix) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (isIPv6(plain)) {
    const groups = keepBits(groupsOf(plain), 16, prefix.ipv6)
      .slice(0, Math.ceil(prefix.ipv6 / 16))
      .map((group) => group.toString(16));
    return `${groups.join(":")}::/${prefix.ipv6}`;
  }
  if (!isIPv4(plain) || prefix.ipv4 === 32) return plain;
  const numbers = keepBits(plain.split(".").map(Number), 8, prefix.ipv4);
  return `${numbers.join(".")}/${prefix.ipv4}`;
}

const keepBits = (parts: number[], size: number, bits: number) =>
  parts.map((part, index) => {
    const dropped = size - Math.min(Math.max(bits - index * size, 0), size);
    return (part >> dropped) << dropped;
  });

function groupsOf(ipv6: string) {
  const [head = "", tail] = ipv6.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  while (groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].map((group) => parseInt(group, 16));
}
