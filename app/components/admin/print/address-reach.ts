/** Devices that can open an address: this machine's, those of this house, or everybody's. */
export type Reach = "machine" | "house" | "everybody";

const MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
const HOUSE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][^\]]*\]|[^.[\]]+|.*\.(local|lan|home\.arpa|internal))$/;

/** @param address an absolute address of the web */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address);
  if (MACHINE.test(hostname)) return "machine";
  return HOUSE.test(hostname) ? "house" : "everybody";
}
