import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import {
  finderPageAddress,
  useDeviceFinds,
} from "#app/components/share/queue/device-finds.ts";
import { useSite } from "#app/components/ui/use-site.ts";
import {
  SHARE_PAGE,
  YOUR_FINDS,
} from "#app/components/visitor/form-at-hand.ts";

/** Says what a find's page is whose address has lost its key, and leads on. */
export function FindWithoutKey({ uuid }: { uuid: string }) {
  const { t } = useLingui();
  return (
    <div className="prose">
      <h1>{t`Your find`}</h1>
      <p role="status">
        <Trans>
          This is the private page of somebody’s find. Only the whole link opens
          it: what comes after the # is its key, and that is missing here.
        </Trans>
      </p>
      <WaysToFinds uuid={uuid} />
    </div>
  );
}

/** Leads from a page that shows no find to those that this device knows, and to the rest of the site. */
export function WaysToFinds({ uuid }: { uuid: string }) {
  const finds = useDeviceFinds();
  const { contact_email: email } = useSite().site;
  const own = finds.find((find) => find.uuid === uuid);
  return (
    <>
      {own ? (
        <p>
          <Link className="btn" to={finderPageAddress(uuid, own.findKey)}>
            <Trans>It was sent from this device: open it</Trans>
          </Link>
        </p>
      ) : (
        <p>
          <Trans>
            Is it yours? The phone or computer that you sent it from knows the
            whole link. Open ‘Share Your Rock’ there, and look under ‘Your finds
            on this device’. If you can’t get at it any more, write to us at{" "}
            <a href={`mailto:${email}`}>{email}</a>.
          </Trans>
        </p>
      )}
      <ul>
        {finds.length > 0 && (
          <li>
            <Link to={`${SHARE_PAGE}#${YOUR_FINDS}`}>
              <Trans>Your finds on this device</Trans>
            </Link>
          </li>
        )}
        <li>
          <Link to={SHARE_PAGE}>
            <Trans>Share Your Rock</Trans>
          </Link>
        </li>
        <li>
          <Link to="/">
            <Trans>Go to the home page</Trans>
          </Link>
        </li>
      </ul>
    </>
  );
}
