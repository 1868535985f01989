/** Links that download a whole list as a file. */
export const ExportLinks = ({ of }: { of: "rocks" | "journeys" }) => (
  <p className="admin-small">
    Export all {of}: <a href={`/api/export/${of}.csv`}>CSV</a>{" "}
    <a href={`/api/export/${of}.geojson`}>GeoJSON</a>
  </p>
);
