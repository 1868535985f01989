import { parseArgs } from "node:util";
import { generateSite } from "./site.mjs";

const USAGE =
  "node bench/generate/command.mjs --rocks 1000 --posts 10000 --database FILE --media DIR [--pictures]";

const text = { type: "string" };
const { values } = parseArgs({
  options: {
    rocks: text,
    posts: text,
    database: text,
    media: text,
    pictures: { type: "boolean" },
  },
});
const { database, media, pictures } = values;
const [rocks, posts] = [Number(values.rocks), Number(values.posts)];
if (!database || !media || !(rocks > 0) || !(posts >= 0)) {
  console.error(USAGE);
  process.exit(1);
}
await generateSite({ rocks, posts, database, media, hasPictures: pictures });
