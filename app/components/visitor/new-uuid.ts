/** Creates a random UUID. `crypto.randomUUID` exists only on secure pages. */
export function newUuid() {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  return [4, 6, 8, 10, 16]
    .map((end, part) => hex.slice([0, 4, 6, 8, 10][part], end).join(""))
    .join("-");
}
