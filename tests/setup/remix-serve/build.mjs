/** The smallest server build for remix-serve: it answers each request with what Remix got. */
export const routes = {
  echo: {
    id: "echo",
    path: "*",
    module: {
      loader: ({ request }) =>
        Response.json({
          url: request.url.replace(/^https?:\/\/[^/]+/, ""),
          added: request.headers.get("x-added-at-start"),
          filler: "Long enough to be compressed. ".repeat(100),
        }),
    },
  },
};
export const entry = {
  module: { default: () => new Response("nothing", { status: 404 }) },
};
export const assets = { entry: {}, routes: {}, version: "1", url: "" };
export const assetsBuildDirectory = process.env.ASSETS;
export const publicPath = "/assets/";
export const basename = "/";
export const mode = "production";
export const isSpaMode = false;
export const future = { v3_singleFetch: true };
