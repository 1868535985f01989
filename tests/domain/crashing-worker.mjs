/** Stands in for the image process where a test needs one that fails in a certain way. */
process.on("message", ({ id, data }) => {
  if (data.original.includes("poison")) process.abort();
  if (data.original.includes("broken"))
    return process.send({ id, error: "broken" });
  process.send({
    id,
    result: {
      width: 4,
      height: 3,
      taken_dt: null,
      bytes: 1,
      mtime_ms: 1,
    },
  });
});
process.on("disconnect", () => process.exit(0));
