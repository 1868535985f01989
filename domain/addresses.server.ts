import { isIPv6 } from "node:net";

/**
 * The network that an address is in: its first `ipv4` numbers of 4, or its first `ipv6` groups of 8,
 * as `203.0.113.0/24` or `2001:db8:1::/48`. What is no address comes back as it is.
 */
export function networkOf(
  address: string,
  keep: { ipv4: number; ipv6: number },
) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (isIPv6(plain))
    return `${groupsOf(plain).slice(0, keep.ipv6).join(":")}::/${keep.ipv6 * 16}`;
  const parts = plain.split(".");
  if (keep.ipv4 === 4 || parts.length !== 4) return plain;
  const kept = parts.map((part, index) => (index < keep.ipv4 ? part : "0"));
  return `${kept.join(".")}/${keep.ipv4 * 8}`;
}

/** All eight, in hex without leading zeros. */
function groupsOf(ipv6: string) {
  const [head = "", tail] = ipv6.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  while (groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].map((group) => parseInt(group, 16).toString(16));
}
