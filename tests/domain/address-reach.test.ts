import { expect, test } from "vitest";
import { reachOf } from "#app/components/admin/print/qr-box.tsx";

test.each([
  ["http://localhost:3000", "machine"],
  ["http://rocks.localhost", "machine"],
  ["http://127.0.0.1:3000", "machine"],
  ["http://127.1:3000", "machine"],
  ["http://0.0.0.0:3000", "machine"],
  ["http://[::1]:3000", "machine"],
  ["http://192.168.1.20:3000", "house"],
  ["http://10.0.0.5", "house"],
  ["http://172.20.1.1", "house"],
  ["http://169.254.10.1", "house"],
  ["http://[fe80::1]", "house"],
  ["http://[fd12:3456::1]", "house"],
  ["http://nas:3000", "house"],
  ["http://raspberrypi.local", "house"],
  ["http://172.32.1.1", "everybody"],
  ["http://8.8.8.8", "everybody"],
  ["http://[2001:db8::1]", "everybody"],
  ["https://rocks.example.org", "everybody"],
  ["https://localhost.example.org", "everybody"],
] as const)("%s can be opened by devices of the %s", (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});
