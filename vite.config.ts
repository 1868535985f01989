import path from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { minify } from "@swc/core";
import { build, defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";
import { LANGUAGES } from "./scripts/languages/list.mjs";
import { BROWSERS } from "./scripts/system/browsers.mjs";
import { texts, textsOfPages } from "./scripts/languages/texts-plugin.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Bytes, before they are packed. On a phone, one more file costs more than some code that the page does not call. */
const SMALL_CHUNK = 1_000;

const ROOT = fileURLToPath(new URL(".", import.meta.url));

/**
 * The public pages' styles, 50 kB of text, are one file because each further file delays the first paint. A book's
 * styles are not in it: they set the size of printed pages. Nor are those of the editor of faces, which few open.
 */
const isPublicStyle = (file: string) =>
  /(^app|\bnode_modules\/react-photo-album)\/(?!components\/(admin|book|faces)\/).*\.css$/.test(
    path.relative(ROOT, file),
  );

/** What the admin's screens share is one file, too. Otherwise its small parts may end up in a public page's files. */
const isOfAdmin = (file: string) =>
  /^app\/components\/(admin\/((data|ui)\/|print\/print-window))/.test(
    path.relative(ROOT, file),
  );

/** Of that, what the page of a review link needs as well: it polls and shows notices as the admin's screens do. */
const isOfReview = (file: string) =>
  /^app\/components\/(admin\/data\/use-polling|toast\/toast-region|ui\/side-by-side|language\/written-in)\.tsx?$/.test(
    path.relative(ROOT, file),
  );

/** What every page starts with. On its own, because its parts must not be spread over files that import each other. */
const isFramework = (file: string) =>
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/\w[\w-]*)\/|^\0(commonjsHelpers|vite\/)/.test(
    file,
  );

/** Small parts of the pages with a map. Otherwise they may end up in the files of others. */
const isOfMap = (file: string) =>
  /^(app\/components\/(map\/(pins\/pin-source|use-places|web-mercator)|rocks\/(facts|journey\/use-route-of-rock))\.tsx?|core\/precision\.ts)$/.test(
    path.relative(ROOT, file),
  );

/** What names and addresses pictures. The same goes for it. */
const isOfPictures = (file: string) =>
  /^(app\/components\/albums\/addresses\.tsx?|core\/languages\/image-alt\.ts)$/.test(
    path.relative(ROOT, file),
  );

/** What shows more of a list. The same goes for it. */
const isOfLists = (file: string) =>
  path.relative(ROOT, file).startsWith("app/components/paging/");

/** Pages that few people open. The same goes for them. */
const isOfRarePage = (file: string) =>
  /^app\/routes\/(admin\/set-up|public\/sudc)\.tsx/.test(
    path.relative(ROOT, file),
  );

/** Where visits begin. What both pages of a line need is one file, unless an earlier line has it. */
const FIRST_PAGES = {
  "first-pages": ["home", "share-your-rock"],
  "found-a-rock": ["qr", "share-your-rock"],
};

/** The frame of every public page, and what nearly all of them have. */
const FRAME = [
  "app/root.tsx",
  "app/routes/public/layout.tsx",
  "app/components/site/page-meta.ts",
  "app/components/site/revalidate-on-new-page.ts",
  "app/components/ui/markdown.tsx",
  "app/components/ui/page.tsx",
  "core/languages/format-day.ts",
  "app/components/language/use-other-language.ts",
];

/** Lists what these files import, and what that imports. */
function listImports(
  from: string[],
  { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta,
) {
  const files = new Set(
    [...getModuleIds()].filter((file) =>
      from.includes(path.relative(ROOT, file.split("?")[0]!)),
    ),
  );
  // A set goes on with what is added.
  for (const file of files)
    for (const other of getModuleInfo(file)?.importedIds ?? [])
      files.add(other);
  return files;
}

let frame: Set<string> | undefined;
let first: [chunk: string, pages: Set<string>[]][] | undefined;

const FEW_FILES = {
  output: {
    experimentalMinChunkSize: SMALL_CHUNK,
    onlyExplicitManualChunks: true,
    manualChunks(file: string, meta: Rollup.ManualChunkMeta) {
      frame ??= listImports(FRAME, meta);
      first ??= Object.entries(FIRST_PAGES).map(([chunk, pages]) => [
        chunk,
        pages.map((page) =>
          listImports([`app/routes/public/${page}.tsx`], meta),
        ),
      ]);
      if (isPublicStyle(file)) return "public-pages";
      if (isOfReview(file)) return "review";
      if (isOfAdmin(file)) return "admin";
      if (isFramework(file)) return "framework";
      if (isOfMap(file)) return "map-parts";
      if (isOfPictures(file)) return "pictures";
      if (isOfLists(file)) return "lists";
      if (isOfRarePage(file)) return path.parse(file.split("?")[0]!).name;
      if (frame.has(file)) return "frame";
      return first.find(([, pages]) =>
        pages.every((files) => files.has(file)),
      )?.[0];
    },
  },
};

/**
 * Makes the browser's code small: packed, 3 % smaller than by esbuild. What only reads a property goes, because no code
 * relies on a getter that does something. The router's advice to developers goes as well, 1 kB packed.
 */
const small: Plugin = {
  name: "small",
  apply: "build",
  renderChunk: {
    // Once the code has the syntax of the browsers that Vite builds for.
    order: "post",
    handler: (code) =>
      minify(code, {
        module: true,
        mangle: true,
        ecma: 2020,
        compress: {
          ecma: 2020,
          passes: 2,
          pure_getters: true,
          pure_funcs: ["warning", "warningOnce", "logV6DeprecationWarnings"],
        },
      }),
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

/** The pages that the service worker keeps with all that they may load, by their keys there. */
const AT_HAND = {
  "/": "home",
  "/qr": "qr",
  "/share-your-rock": "share-your-rock",
  "/finds/": "finder-page",
};

/** Lists the code, styles and drawings that a page may load, at once or later. */
function listParts(bundle: Rollup.OutputBundle, page: string) {
  const files = Object.values(bundle).filter(({ fileName }) =>
    /\.(js|css|svg)$/.test(fileName),
  );
  const parts = new Set(
    files.filter(
      (file) => file.type === "chunk" && file.facadeModuleId?.includes(page),
    ),
  );
  // Code names its styles and workers, and what it imports, by their file names. A set goes on with what is added.
  for (const part of parts) {
    const text = part.type === "chunk" ? part.code : String(part.source);
    for (const file of files)
      if (text.includes(path.basename(file.fileName))) parts.add(file);
  }
  return [...parts].map(({ fileName }) => `/${fileName}`);
}

/** Builds the service worker into one file, because not every browser has service workers that import. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const parts = Object.entries(AT_HAND).map(([key, page]) => [
        key,
        listParts(bundle, `app/routes/public/${page}.tsx`),
      ]);
      const [built] = (await build({
        configFile: false,
        publicDir: false,
        logLevel: "error",
        define: { LATER_PARTS: JSON.stringify(Object.fromEntries(parts)) },
        build: {
          write: false,
          target: BROWSERS,
          lib: {
            entry: "app/service-worker.ts",
            formats: ["iife"],
            name: "serviceWorker",
          },
        },
      })) as Rollup.RollupOutput[];
      const { code: source } = built!.output[0];
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  },
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

/** Leaves out of Remix what its other flags would need: they are known here, and not only in the browser. */
const onlyOurFlags: Plugin = {
  name: "only-our-flags",
  apply: "build",
  transform: (code, file) =>
    /\/node_modules\/@remix-run\/react\/dist\/esm\//.test(file)
      ? {
          code: code
            .replace(
              /\b(?:[\w.]+\.)?future\.(v3_\w+)/g,
              (_flag, name: string) =>
                String((remixConfig.future as Record<string, boolean>)[name]),
            )
            .replaceAll("window.__remixContext.isSpaMode", "false")
            // With single fetch each loader and action gets this function.
            .replace('typeof singleFetch === "function"', "true"),
          map: null,
        }
      : undefined,
};

/**
 * Packages that the server's code does not contain: compiled ones, those that few sites need, those that the preload or
 * remix-serve loads as well, and those that are, or load, CommonJS other than React's, because such code may not work
 * in a module: busboy reads `this` outside a function. All others are in its one file, because to find and read
 * hundreds of small files delays the start.
 */
const APART = [
  "@fastify/busboy",
  "@lingui/core",
  "@remix-run/node",
  "better-sqlite3",
  "bullmq",
  "ioredis",
  "lru-cache",
  "negotiator",
  "nodemailer",
  "qrcode",
  "sharp",
  "valibot",
];

export default defineConfig(({ isSsrBuild }) => ({
  define: LANGUAGES,
  resolve: {
    // The package's own list of exports leaves its models out.
    alias: {
      "@vladmandic/human/models": path.join(
        ROOT,
        "node_modules/@vladmandic/human/models",
      ),
    },
  },
  // In development Vite can't run packages in CommonJS form, so Node loads them.
  ssr: isSsrBuild
    ? { noExternal: true, external: APART }
    : { noExternal: ["react-photo-album"] },
  plugins: [
    texts(),
    vendorLayer,
    smallExifreader,
    remix(remixConfig),
    ...(isSsrBuild ? [] : [onlyOurFlags, small, serviceWorker, textsOfPages()]),
  ],
  build: {
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? { target: "node20" }
      : {
          target: BROWSERS,
          minify: false,
          cssMinify: true,
          rollupOptions: FEW_FILES,
        }),
  },
}));
