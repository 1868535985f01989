import { networkInterfaces } from "node:os";
import { getSettings } from "./settings.server.ts";

const isLoopback = (host: string) =>
  /^(localhost|127\..*|\[?::1\]?)$/.test(host);

/** The way for another device in the house. No `address` with a proxy or a real address, or without a network. */
export function readReach() {
  const { HOST, PORT, PUBLIC_URL, TRUST_PROXY } = getSettings();
  const ownAddress = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  const host = ["0.0.0.0", "::"].includes(HOST) ? ownAddress : HOST;
  const isHidden = TRUST_PROXY || !isLoopback(new URL(PUBLIC_URL).hostname);
  const inHouse = isLoopback(HOST) ? ownAddress : host;
  return {
    /** Whether the site answers other devices as it was started. */
    isOpen: !isLoopback(HOST),
    address:
      isHidden || inHouse === undefined
        ? undefined
        : `http://${inHouse}:${PORT}`,
  };
}
export type Reach = ReturnType<typeof readReach>;
