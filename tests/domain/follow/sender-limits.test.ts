import { expect, test } from "vitest";
import { askToFollow } from "#domain/follow/followers.server.ts";

Object.assign(process.env, {
  SMTP_URL: "smtp://localhost:1",
  MAIL_FROM: "rocks@example.org",
  UPLOAD_LIMITS: "8/10m",
  UPLOAD_LIMIT_TOTAL: "20/1d",
});

const isTaken = (address: string, number: number) => {
  try {
    askToFollow(
      1,
      { email: `n${number}@example.org` },
      { address, language: "en" },
    );
    return true;
  } catch {
    return false;
  }
};

test("a sender has the limits of finds, and so have all together", () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const own = numbers.filter((n) => isTaken("203.0.113.1", n));
  expect(own).toHaveLength(8);
  const others = numbers.filter((n) => isTaken(`198.51.100.${n}`, 20 + n));
  expect(others).toHaveLength(12);
});
