import { beforeEach, describe, expect, test } from "vitest";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

const limitedTo = (tries: number) => ({
  env: { LOGIN_LIMIT: `${tries}/15m`, TRUST_PROXY: "true" },
});

const signInFrom = async (address: string, password = "a wrong guess") => {
  const answer = await site.fetch("/login", {
    method: "POST",
    redirect: "manual",
    headers: { "X-Forwarded-For": address },
    body: new URLSearchParams({ username: "admin", password }),
  });
  await answer.text();
  return answer.status;
};

const rightFrom = (address: string) => signInFrom(address, site.adminPassword);

const countOf = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length;

describe("with three tries", () => {
  setUpSite(limitedTo(3));
  beforeEach(() =>
    site.alter("DELETE FROM rate_limits; DELETE FROM security_events"),
  );

  test("of 200 sign-ins at once from one address, no more than the limit are checked @soak", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 200 }, () => signInFrom("203.0.113.7")),
    );
    expect([...new Set(statuses)].sort()).toEqual([401, 429]);
    const checked = countOf(statuses, 401);
    expect(checked).toBeLessThanOrEqual(3);
    expect(await rightFrom("203.0.113.7")).toBe(429);
    expect(await rightFrom("203.0.113.8")).toBe(302);
  });

  test("a port that the proxy adds to an address doesn't make it another one", async () => {
    for (const address of ["203.0.113.7", "[2001:db8:1:2::3]"]) {
      const statuses = [];
      for (let port = 50_001; port <= 50_005; port++)
        statuses.push(await signInFrom(`${address}:${port}`));
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
      expect(await signInFrom(address.replace(/[[\]]/g, ""))).toBe(429);
    }
    expect(
      site.query(
        "SELECT DISTINCT address_prefix FROM security_events ORDER BY 1",
      ),
    ).toEqual([
      { address_prefix: "2001:db8:1::/48" },
      { address_prefix: "203.0.113.0/24" },
    ]);
  });

  test("a right sign-in costs no try, however many there are at once", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => rightFrom("198.51.100.9")),
    );
    expect(countOf(statuses, 302)).toBe(10);
    expect(
      site.query("SELECT * FROM rate_limits WHERE scope = 'login'"),
    ).toEqual([]);
  });
});

describe("with one try", () => {
  setUpSite(limitedTo(1));
  beforeEach(() => site.alter("DELETE FROM rate_limits"));

  test("a network's tries together are limited too: a /24, a /56 and a /48", async () => {
    const guess = async (addresses: string[]) => {
      site.alter("DELETE FROM rate_limits");
      return Promise.all(addresses.map((address) => signInFrom(address)));
    };
    const numbers = Array.from({ length: 12 }, (_, number) => number);

    const ipv4 = await guess(numbers.map((n) => `203.0.113.${n}`));
    expect(countOf(ipv4, 401)).toBe(4);
    expect(await rightFrom("203.0.113.99")).toBe(429);
    expect(await rightFrom("203.0.114.99")).toBe(302);

    const of56 = await guess(
      numbers.map((n) => `2001:db8:1:20${n.toString(16)}::1`),
    );
    expect(countOf(of56, 401)).toBe(4);
    expect(await rightFrom("2001:db8:1:2ff::1")).toBe(429);
    expect(await rightFrom("2001:db8:1:300::1")).toBe(302);

    const of48 = await guess(
      numbers.map((n) => `2001:db8:1:${n.toString(16)}00::1`),
    );
    expect(countOf(of48, 401)).toBe(8);
    expect(await rightFrom("2001:db8:1:ff00::1")).toBe(429);
    expect(await rightFrom("2001:db8:2:ff00::1")).toBe(302);
  });

  test("guesses from everywhere are limited, and the admin still signs in from an address that did before", async () => {
    expect(await rightFrom("198.51.100.5")).toBe(302);
    const before = Array.from(
      { length: 15 },
      () => `('login', '*', ${Date.now()})`,
    );
    site.alter(
      `INSERT INTO rate_limits (scope, address, at) VALUES ${before.join()}`,
    );
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signInFrom(`203.0.${n}.7`)),
    );
    expect(countOf(statuses, 401)).toBe(5);
    expect(countOf(statuses, 429)).toBe(20);
    expect(await rightFrom("192.0.2.1")).toBe(429);
    expect(await rightFrom("198.51.100.5")).toBe(302);
    expect(await signInFrom("198.51.100.5")).toBe(401);
    expect(await rightFrom("198.51.100.5")).toBe(429);
  });
});
