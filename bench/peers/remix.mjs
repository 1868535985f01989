import {
  unstable_createFileUploadHandler,
  unstable_parseMultipartFormData,
} from "@remix-run/node";

/**
 * A minimal Remix server build for remix-serve: a response of eleven bytes, and an upload through Remix's own
 * parser.
 */
const routesOf = (modules) =>
  Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [
      name,
      { id: name, path: name, module },
    ]),
  );

export const routes = routesOf({
  eleven: { loader: () => new Response("hello world") },
  parser: {
    action: async ({ request }) => {
      const form = await unstable_parseMultipartFormData(
        request,
        unstable_createFileUploadHandler({
          directory: process.env.UPLOADS,
          maxPartSize: 50e6,
          avoidFileConflicts: true,
        }),
      );
      return new Response(String(form.getAll("images").length));
    },
  },
});

export const entry = {
  module: { default: () => new Response("nothing", { status: 404 }) },
};
export const assets = { entry: {}, routes: {}, version: "1", url: "" };
export const assetsBuildDirectory = "build/client/assets";
export const publicPath = "/assets/";
export const basename = "/";
export const mode = "production";
export const isSpaMode = false;
export const future = { v3_singleFetch: true };
