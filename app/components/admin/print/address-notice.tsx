import { Link } from "@remix-run/react";
import { reachOf } from "./address-reach.ts";
import { WarningIcon } from "#app/components/ui/more-icons.tsx";
import "./address-notice.css";

const REACHES = {
  machine: "only this computer can open",
  house: "only devices in this house can open",
};

/** Warns that printed codes would lead finders nowhere, because the site's public address isn't set yet. */
export function AddressNotice({ publicUrl }: { publicUrl: string }) {
  const reach = reachOf(publicUrl);
  if (reach === "everybody") return null;
  return (
    <p className="notice address-notice">
      <WarningIcon />
      <span>
        <span>{`QR codes would lead to ${publicUrl}, which ${REACHES[reach]}. Paint can’t be undone, so set the site’s public address first: `}</span>
        <Link to="/admin/settings">Settings</Link>
      </span>
    </p>
  );
}
