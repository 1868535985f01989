import { beforeEach, expect, test } from "vitest";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { LOGIN_LIMIT: "3/15m", TRUST_PROXY: "true" } });
beforeEach(() => site.alter("DELETE FROM security_events"));

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
  for (const address of ["198.51.100.7", "[2001:db8:1:2::3]"]) {
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
    { address_prefix: "198.51.100.0/24" },
    { address_prefix: "2001:db8:1::/48" },
  ]);
});

test("a right sign-in costs no try, however many there are at once", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => rightFrom("192.0.2.9")),
  );
  expect(countOf(statuses, 302)).toBe(10);
});
