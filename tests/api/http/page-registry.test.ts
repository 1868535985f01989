import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { PAGES } from "#app/pages.ts";
import routes from "#app/routes.ts";

/** All routes with their whole paths. Layouts aren't included, because they are no pages. */
const listRoutes = (
  entries: RouteConfigEntry[],
  parent = "",
): { path: string; file: string }[] =>
  entries.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}` : parent;
    return children
      ? listRoutes(children, whole)
      : [{ path: whole || "/", file }];
  });

test("the page registry and the route table hold the same pages, in the same order", () => {
  const pages = listRoutes(routes).filter(
    ({ path, file }) => file.endsWith(".tsx") && path !== "/*",
  );
  expect(PAGES.map(({ path, file }) => `${path} ${file}`)).toEqual(
    pages.map(
      ({ path, file }) =>
        `${path} ${file.replace(/^routes\//, "").replace(/\.tsx$/, "")}`,
    ),
  );
});
