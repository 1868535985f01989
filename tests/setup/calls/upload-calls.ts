import { filesBelow } from "#tests/setup/files.ts";
import { site } from "#tests/setup/vitest/site.ts";

export const counts = () => ({
  posts: site.query<{ n: number }>("SELECT count(*) AS n FROM rock_posts")[0]!
    .n,
  images: site.query<{ n: number }>(
    "SELECT count(*) AS n FROM rock_post_images",
  )[0]!.n,
  jobs: site.query<{ n: number }>("SELECT count(*) AS n FROM jobs")[0]!.n,
  // A job's temporary folder is removed a moment after its end.
  files: filesBelow(site.mediaDir).filter(
    (file) => !file.startsWith("tmp/derived/"),
  ).length,
});
