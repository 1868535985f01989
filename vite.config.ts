import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  build: { assetsInlineLimit: 0, ...(isSsrBuild ? { target: "node20" } : {}) },
}));
