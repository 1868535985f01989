import { PersonalDownload } from "./personal-download.tsx";

/** Links that download a whole list as a file. */
export function ExportLinks({ of }: { of: "rocks" | "journeys" | "history" }) {
  // The other two have the finders' names and e-mail addresses.
  const Download = of === "rocks" ? "a" : PersonalDownload;
  return (
    <p className="soft">
      Export {of === "history" ? "the" : "all"} {of}:{" "}
      <Download href={`/api/export/${of}.csv`}>CSV</Download>{" "}
      <Download href={`/api/export/${of}.geojson`}>GeoJSON</Download>
    </p>
  );
}
