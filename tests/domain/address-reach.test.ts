import { expect, test } from "vitest";
import { isReached } from "#app/components/admin/print/qr-box.tsx";

test.each([
  ["http://localhost:3000", false],
  ["http://rocks.localhost", false],
  ["http://127.0.0.1:3000", false],
  ["http://127.1:3000", false],
  ["http://0.0.0.0:3000", false],
  ["http://[::1]:3000", false],
  ["http://192.168.1.20:3000", false],
  ["http://10.0.0.5", false],
  ["http://172.20.1.1", false],
  ["http://169.254.10.1", false],
  ["http://[fe80::1]", false],
  ["http://[fd12:3456::1]", false],
  ["http://nas:3000", false],
  ["http://raspberrypi.local", false],
  ["http://172.32.1.1", true],
  ["http://8.8.8.8", true],
  ["http://[2001:db8::1]", true],
  ["https://rocks.example.org", true],
  ["https://localhost.example.org", true],
] as const)(
  "whether %s can be opened from elsewhere is %s",
  (address, reach) => {
    expect(isReached(address)).toBe(reach);
  },
);
