import { filesBelow } from "#tests/setup/files.ts";
import { site } from "#tests/setup/vitest/site.ts";

export const counts = () => ({
  posts: site.count("rock_posts"),
  images: site.count("rock_post_images"),
  jobs: site.count("jobs"),
  // A job's temporary folder is removed a moment after its end.
  files: filesBelow(site.mediaDir).filter(
    (file) => !file.startsWith("tmp/derived/"),
  ).length,
});
