import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { keeping } from "#core/keeping.server.ts";

const BUILD = pathToFileURL(path.resolve("build/server/index.js")).href;

/** Has this process show the built site's pages for a keepsake. It is no site and answers nobody else. */
export async function openPages() {
  keeping.day = new Date().toISOString().slice(0, 10);
  const build = (await import(/* @vite-ignore */ BUILD)) as ServerBuild;
  const answer = createRequestHandler(build, "production");
  return async (address: string) => {
    const response = await answer(new Request(`http://site${address}`));
    if (response.ok) return response.text();
    if (response.status === 404) return undefined;
    throw new Error(`${address} was answered with ${response.status}`);
  };
}
