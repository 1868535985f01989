import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";

test("in development, Vite runs what draws the pages", async () => {
  const server = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "error",
  });
  onTestFinished(() => server.close());
  expect(await server.ssrLoadModule("app/components/site/footer.tsx")).toEqual(
    expect.objectContaining({ Footer: expect.any(Function) }),
  );
});
