import { domainToASCII } from "node:url";

/** Small letters, and the domain as mail servers know it. Blank for anything but an address. */
export function addressForm(written: string) {
  // Node reads a domain as part of a web address, which may end at some characters, and a number as an IP address.
  const [, local, domain] =
    /^([^@]+)@([^@/\\?#%[\]]+?)\.?$/.exec(written.trim()) ?? [];
  const ascii = domainToASCII(domain ?? "");
  if (ascii === "" || /(^|\.)\d+$/.test(ascii)) return "";
  return `${local!.toLowerCase().normalize()}@${ascii}`;
}
