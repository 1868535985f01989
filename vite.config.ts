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

/** Bytes. On a phone, one more file costs more than some code that the page does not call. */
const SMALL_CHUNK = 10_000;

const ROOT = fileURLToPath(new URL(".", import.meta.url));

/** The public pages' styles, 50 kB of text, are one file because each further file delays the first paint. */
const isPublicStyle = (file: string) =>
  /(^app|\bnode_modules\/react-photo-album)\/(?!.*\/admin\/).*\.css$/.test(
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

/** What photographs may hold that this site reads: positions and times in EXIF. */
const READ_METADATA = new Set(
  ["EXIF", "JPEG", "PNG", "PNG_FILE", "HEIC", "AVIF", "WEBP"].map(
    (format) => `USE_${format}`,
  ),
);

/** Leaves everything else out of exifreader, which is 15 of 38 kB. The package offers this only to an install script. */
const smallExifreader: Plugin = {
  name: "small-exifreader",
  transform: (code, file) =>
    /\/node_modules\/exifreader\/src\//.test(file)
      ? {
          code: code.replace(/\bConstants\.(USE_\w+)/g, (_use, name: string) =>
            String(READ_METADATA.has(name)),
          ),
          map: null,
        }
      : undefined,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [vendorLayer, smallExifreader, remix(remixConfig)],
  build: {
    assetsInlineLimit: 0,
    ...(isSsrBuild ? { target: "node20" } : { rollupOptions: FEW_FILES }),
  },
}));
