import path from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Bytes. A phone pays more for one more file than for some code that its page does not call. */
const SMALL_CHUNK = 10_000;

const ROOT = fileURLToPath(new URL(".", import.meta.url));

/** The public pages' styles, 50 kB of text, are one file: each more would keep a first paint waiting. */
const isPublicStyle = (file: string) =>
  /^(app|node_modules\/react-photo-album)\/(?!.*\/admin\/).*\.css$/.test(
    path.relative(ROOT, file),
  );

const FEW_FILES = {
  output: {
    experimentalMinChunkSize: SMALL_CHUNK,
    manualChunks: (file: string) =>
      isPublicStyle(file) ? "public-pages" : undefined,
  },
};

/** Puts the stylesheets of packages into the layer `vendor`. Outside a layer they would win over all of ours. */
const vendorLayer: Plugin = {
  name: "vendor-layer",
  enforce: "pre",
  transform: (code, file) =>
    /\/node_modules\/.*\.css$/.test(file)
      ? { code: `@layer vendor {\n${code}\n}`, map: null }
      : undefined,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [vendorLayer, remix(remixConfig)],
  build: {
    assetsInlineLimit: 0,
    ...(isSsrBuild ? { target: "node20" } : { rollupOptions: FEW_FILES }),
  },
}));
