import { addressOf } from "#app/components/api/send.ts";
import { PersonalDownload } from "./personal-download.tsx";

export function ExportLinks({ of }: { of: "rocks" | "journeys" | "history" }) {
  // The other two have the finders' names and e-mail addresses.
  const Download = of === "rocks" ? "a" : PersonalDownload;
  const addressAs = (ending: "csv" | "geojson") =>
    addressOf("GET /api/export/:file", { params: { file: `${of}.${ending}` } });
  return (
    <p className="soft">
      <span>{`Export ${of === "history" ? "the" : "all"} ${of}: `}</span>
      <Download href={addressAs("csv")}>CSV</Download>
      <span> </span>
      <Download href={addressAs("geojson")}>GeoJSON</Download>
    </p>
  );
}
