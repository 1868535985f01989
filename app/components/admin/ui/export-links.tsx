/** Links that download a whole list as a file. */
export const ExportLinks = ({
  of,
}: {
  of: "rocks" | "journeys" | "history";
}) => (
  <p className="admin-small">
    Export {of === "history" ? "the" : "all"} {of}:{" "}
    <a href={`/api/export/${of}.csv`}>CSV</a>{" "}
    <a href={`/api/export/${of}.geojson`}>GeoJSON</a>
  </p>
);
