import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { addressOf } from "#app/components/api/send.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";

/** A link to a file with finders' names. It asks for the password if it was not entered lately. */
export function PersonalDownload({
  href,
  children,
  ...link
}: ComponentPropsWithoutRef<"a"> & { href: string }) {
  const { call } = useSave();
  const toast = useToast();

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const outcome = await call("GET /api/account/confirmation", {});
    if (outcome.ok)
      Object.assign(document.createElement("a"), {
        href,
        download: "",
      }).click();
    else if (outcome.error.status !== 403)
      toast(outcome.error.message, { isFailure: true });
  }

  return (
    <a {...link} href={href} onClick={(event) => void download(event)}>
      {children}
    </a>
  );
}

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
