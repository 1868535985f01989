import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The Dockerfile's stages, each with its name (its number where it has none) and its instructions in order.
 * Reads what ours is written in: one instruction a line, `\` at its end where it goes on, no heredocs.
 * @returns {{ name: string, image: string, steps: { word: string, rest: string }[] }[]}
 */
export function readStages() {
  const stages = [];
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, " ");
  for (const line of text.split("\n").filter(Boolean)) {
    const [, word, rest] = /^([A-Z]+) (.*)$/.exec(line);
    if (word !== "FROM") stages.at(-1).steps.push({ word, rest });
    else {
      const [image, , name = String(stages.length)] = rest.split(" ");
      stages.push({ name, image, steps: [] });
    }
  }
  return stages;
}

/** A stage's value of an instruction that is there once, such as CMD, read as JSON where it is. */
export function valueOf(stage, word) {
  const rest = stage.steps.findLast((step) => step.word === word)?.rest;
  return rest?.startsWith("[") ? JSON.parse(rest) : rest;
}

export const settingsOf = (stage) =>
  Object.fromEntries(
    stage.steps
      .filter(({ word }) => word === "ENV")
      .flatMap(({ rest }) => rest.split(" "))
      .map((pair) => pair.split("=")),
  );

/** Gives a function: whether `.dockerignore` keeps a file out of the build. The last line that fits counts. */
export function readIgnored() {
  const rules = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const place = line.replace("!", "").replaceAll(".", "\\.");
      return {
        keepsOut: !line.startsWith("!"),
        fits: new RegExp(`^${place.replaceAll("*", "[^/]*")}(/|$)`),
      };
    });
  return (file) =>
    rules.findLast(({ fits }) => fits.test(file))?.keepsOut ?? false;
}

/** The project's files that a build is given: of those that git doesn't ignore, what `.dockerignore` lets in. */
export function listContext() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout } = spawnSync("git", args, { encoding: "utf8" });
  const isIgnored = readIgnored();
  return stdout.split("\0").filter((file) => file && !isIgnored(file));
}

/**
 * Carries out a stage's WORKDIR, ENV, COPY and RUN in a folder that stands for its root directory, on this
 * machine's own programs and Node. Gives the folder that WORKDIR means.
 * @param folders where the other stages stand, by name
 * @param context the folder with the build's context
 */
export function carryOut(stage, folder, folders, context) {
  let workdir = folder;
  const env = {};
  for (const { word, rest } of stage.steps) {
    if (word === "WORKDIR") {
      workdir = path.join(folder, rest);
      mkdirSync(workdir, { recursive: true });
    } else if (word === "ENV") {
      Object.assign(env, settingsOf({ steps: [{ word, rest }] }));
    } else if (word === "COPY") {
      const [, from, places] = /^(?:--from=(\S+) )?(.*)$/.exec(rest);
      const sources = places.split(" ");
      const target = sources.pop();
      for (const source of sources) {
        const into = target.endsWith("/") ? path.join(target, source) : target;
        cpSync(
          path.join(from ? folders[from] : context, source),
          path.resolve(workdir, into),
          { recursive: true },
        );
      }
    } else if (word === "RUN") {
      console.log(`RUN ${rest}`);
      const { PATH, HOME } = process.env;
      const { status } = spawnSync("sh", ["-c", rest], {
        cwd: workdir,
        env: { PATH, HOME, ...env },
        stdio: "inherit",
      });
      if (status !== 0) throw new Error(`it ended with ${status}: ${rest}`);
    }
  }
  return workdir;
}
