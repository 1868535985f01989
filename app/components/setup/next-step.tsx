import { Link } from "@remix-run/react";
import type { Reach } from "#domain/core/reach.server.ts";
import { QrCode } from "#app/components/admin/ui/qr-code.tsx";
import { StepBar, StepFrame } from "./step-frame.tsx";

interface Props {
  username: string;
  publicUrl: string;
  reach: Reach;
  /** The number of the rock that was made first. */
  made: number | undefined;
}

/** What to do once everything is set up, or left for later. */
export function NextStep({ username, publicUrl, reach, made }: Props) {
  const isLocal = reach.address !== undefined && !reach.isOpen;
  const site = (reach.isOpen && reach.address) || publicUrl;
  const address = `${site}/${made === undefined ? "share-your-rock" : `qr?r=${made}`}`;
  return (
    <StepFrame step="next" title="What next">
      <p>
        Your site is ready. You sign in as <b>{username}</b>, with your
        password.
      </p>
      <ul className="set-up-next">
        <li>
          <h2>Try it</h2>
          <p>
            Send a find from your phone, or invite somebody to: it waits for
            you, and nobody else sees it until you show it. Begin at{" "}
            <a className="set-up-address" href={address} target="_blank">
              {address}
            </a>
            .
          </p>
          {!isLocal && (
            <div className="set-up-code">
              <QrCode text={address} label={`Leads to ${address}`} />
            </div>
          )}
          <HouseHint reach={reach} />
          <Link className="text-btn" to="/admin/review">
            See what waits
          </Link>
        </li>
        <li>
          <h2>Print labels</h2>
          <p>A sheet of codes to cut out, one for each rock.</p>
          <Link className="text-btn" to="/admin/jobs#qr-codes">
            Print QR codes
          </Link>
        </li>
        <li>
          <h2>Write the story</h2>
          <p>All texts and pictures of the site, whenever you like.</p>
          <Link className="text-btn" to="/admin/site">
            Open Site
          </Link>
        </li>
      </ul>
      <StepBar step="next" isDone>
        <Link className="btn" to="/admin">
          Open the dashboard
        </Link>
      </StepBar>
    </StepFrame>
  );
}

/** How another device in the house reaches a site that has no address of its own yet. */
function HouseHint({ reach: { isOpen, address } }: { reach: Reach }) {
  if (address === undefined) return null;
  return isOpen ? (
    <p className="soft">{`The phone must be in the same network as this site, ${address}.`}</p>
  ) : (
    <p className="set-up-hint">
      Now only this computer can open the site. To open it on a phone in the
      same network, end the site and start it with <code>HOST=0.0.0.0</code>.
      Its address there is <span className="set-up-address">{address}</span>.
    </p>
  );
}
