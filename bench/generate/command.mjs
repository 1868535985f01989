import { parseArgs } from "node:util";
import { generateSite } from "./site.mjs";

const USAGE =
  "node bench/generate/command.mjs --rocks 1000 --posts 10000 --database FILE [--media DIR] [--seed 1]";

const whole = (text, least, most) => {
  const number = Number(text);
  if (!/^\d+$/.test(text ?? "") || number < least || number > most)
    throw new Error("A number is missing or out of range.");
  return number;
};

try {
  const text = { type: "string" };
  const { values } = parseArgs({
    options: {
      rocks: text,
      posts: text,
      database: text,
      media: text,
      seed: text,
    },
  });
  if (!values.database) throw new Error("--database is missing.");
  const size = {
    rocks: whole(values.rocks, 1, 100_000),
    posts: whole(values.posts, 0, 10_000_000),
    seed: whole(values.seed ?? "1", 0, 2 ** 32 - 1),
  };
  const began = performance.now();
  await generateSite({
    ...size,
    database: values.database,
    media: values.media,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${values.database}: ${size.rocks} rocks, ${size.posts} posts, in ${seconds} s`,
  );
} catch (error) {
  console.error(`${error.message}\n\n  ${USAGE}`);
  process.exitCode = 1;
}
