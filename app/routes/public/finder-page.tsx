import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useParams } from "@remix-run/react";
import { useEffect } from "react";
import { removeDeviceFind } from "#app/components/share/queue/device-finds.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { UnsavedChangesGuard } from "#app/components/fields/unsaved-changes.ts";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import {
  FinderForm,
  FinderPhotos,
} from "#app/components/finds/finder-find.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { ApiError } from "#app/components/api/send.ts";
import {
  keyInAddress,
  useFinderFind,
  type FinderPage as Page,
} from "#app/components/finds/use-finder-find.ts";
import { errorResponse, requireValid } from "#app/http/api.server.ts";
import { readIfMatch } from "#app/http/cache/etag.server.ts";
import { readOwnFind } from "#app/http/own-find.server.ts";
import { neverStored } from "#app/http/page.server.ts";
import { readForm } from "#app/http/request/body.server.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import {
  correctFind,
  deleteFindOfFinder,
  getFindOfFinder,
  namePictures,
} from "#domain/finds/finder-access.server.ts";
import { FindCorrection } from "#domain/finds/schemas.ts";
import type { FinderFind } from "#domain/finds/answers.ts";
import { Button } from "#app/components/ui/button.tsx";

/** Takes what a page of an earlier version of the site sends, which may still be open: a form with the key in it. */
export async function action({ request, params }: ActionFunctionArgs) {
  try {
    const {
      intent,
      key = "",
      ...fields
    } = Object.fromEntries(await readForm(request)) as Record<string, string>;
    const uuid = params.uuid!;
    if (intent === "delete") {
      await deleteFindOfFinder(uuid, key);
      return Response.json({});
    }
    const { rockNumber, descriptions, blurs, ...texts } = requireValid(
      FindCorrection,
      fields,
    );
    const images = namePictures(getFindOfFinder(uuid, key), {
      descriptions,
      blurs,
    });
    await correctFind(
      uuid,
      key,
      { ...texts, rock_number: rockNumber, images },
      readIfMatch(request),
      languageOf(request),
    );
    return Response.json(readOwnFind(uuid, key));
  } catch (error) {
    return errorResponse(error, request);
  }
}

export const headers = neverStored;

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Your find`,
  description: t(i18n)`How a find is doing, for whoever sent it.`,
  unlisted: true,
}));

const loadWays = () => import("#app/components/finds/find-without-key.tsx");

export default function FinderPage() {
  const { t } = useLingui();
  const { uuid = "" } = useParams();
  const page = useFinderFind(uuid);
  const { own, edited, outcome, isBusy } = page;
  const isDeleted = outcome === "deleted";
  const isAstray =
    page.isKeyless || (outcome instanceof ApiError && edited === undefined);
  const ways = useLoaded(isAstray ? loadWays : undefined).part;
  useEffect(() => {
    if (isDeleted) removeDeviceFind(uuid);
  }, [isDeleted, uuid]);

  function deleteIt() {
    if (
      window.confirm(
        t`Delete this find, with all its pictures? It can't be brought back.`,
      )
    )
      void page.remove();
  }

  if (isDeleted)
    return (
      <div className="prose">
        <h1>{t`Your find`}</h1>
        <p role="status">{t`Your find and all its pictures are deleted.`}</p>
        <p>
          <Link to="/">{t`Go to the home page`}</Link>
        </p>
      </div>
    );
  if (page.isKeyless && ways) return <ways.FindWithoutKey uuid={uuid} />;
  return (
    <div className="prose finder-page">
      <h1>{t`Your find`}</h1>
      {!own && !outcome && <p role="status">{t`Loading…`}</p>}
      <noscript>
        <p>
          <Trans>
            This page needs JavaScript, because only your browser knows the key
            that opens it.
          </Trans>
        </p>
      </noscript>
      {own?.isTrashed && (
        <>
          <p role="status">
            <Trans>
              Your find was taken off the site. We keep it for a while, in case
              that was a mistake. You can delete it now.
            </Trans>
          </p>
          <p>
            <Button look="quiet" disabled={isBusy} onClick={deleteIt}>
              <Trans>Delete my find</Trans>
            </Button>
          </p>
        </>
      )}
      {edited && own && (
        <>
          <p className="panel" role="status">
            <State find={edited.find} />
          </p>
          <FinderPhotos
            uuid={uuid}
            findKey={keyInAddress()}
            {...{ edited, page }}
          />
          {edited.find.show && (
            <p>
              <Link to={`/map?rock=${edited.find.rock_number}`}>
                <Trans>See it on the map</Trans>
              </Link>
            </p>
          )}
          {own.can_follow && (
            <FollowForm
              rockNumber={edited.find.rock_number}
              find={{ uuid, find_key: keyInAddress() }}
              email={edited.find.email}
            />
          )}
          <FinderForm
            {...{ edited, page }}
            errors={outcome instanceof ApiError ? outcome.fields : {}}
            onDelete={deleteIt}
          />
        </>
      )}
      <Outcome page={page} />
      {isAstray && ways && <ways.WaysToFinds uuid={uuid} />}
      <UnsavedChangesGuard onThrowAway={page.throwAway} />
    </div>
  );
}

function Outcome({ page }: { page: Page }) {
  const { edited, outcome, isUnsaved, isKept, isBusy } = page;
  const { t } = useLingui();
  const isBad = outcome instanceof ApiError;
  return (
    <p className="finder-page-outcome" role={isBad ? "alert" : "status"}>
      {isBad && !edited?.before && <span>{outcome.message}</span>}
      {outcome === "saved" && <span>{t`Saved.`}</span>}
      {isUnsaved && !isBusy && <span>{t`This is not saved yet.`}</span>}
      {isUnsaved && !isBusy && isKept && (
        <span>{t`What you changed is kept on this device.`}</span>
      )}
    </p>
  );
}

function State({ find: { show, images } }: { find: FinderFind }) {
  const count = images.length;
  return show ? (
    <Plural
      value={count}
      one="It is on the site, with # image. If you correct it, we hide it until somebody has looked at it again."
      other="It is on the site, with # images. If you correct it, we hide it until somebody has looked at it again."
    />
  ) : (
    <Plural
      value={count}
      one="It is waiting, with # image. Somebody looks at every find before it appears on the site."
      other="It is waiting, with # images. Somebody looks at every find before it appears on the site."
    />
  );
}
