import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLocation, useParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { usePolling } from "#app/components/admin/data/use-polling.ts";
import { removeDeviceFind } from "#app/components/share/queue/device-finds.ts";
import { UnsavedChangesGuard } from "#app/components/fields/unsaved-changes.ts";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import {
  FindWithoutKey,
  WaysToFinds,
} from "#app/components/finds/find-without-key.tsx";
import {
  FinderForm,
  FinderPhotos,
} from "#app/components/finds/finder-find.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { ask as askSite, byKey } from "#app/components/api/send.ts";
import { fetchEarly } from "#app/components/api/fetch-early.ts";
import { errorResponse, requireValid } from "#app/http/api.server.ts";
import { asOwnFind } from "#app/http/own-find.server.ts";
import { neverStored } from "#app/http/page.server.ts";
import { readForm } from "#app/http/request/body.server.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import {
  correctFind,
  deleteFindOfFinder,
} from "#domain/finds/finder-access.server.ts";
import { FindCorrection } from "#domain/finds/schemas.ts";
import type { FinderFind, OwnFind } from "#domain/finds/answers.ts";
import { Button } from "#app/components/ui/button.tsx";

interface Answer extends Partial<OwnFind> {
  error?: string;
  fields?: Record<string, string>;
}

/** The key is sent in the body, so that no log and no browser history holds it. */
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
      return Response.json({} satisfies Answer);
    }
    const find = await correctFind(
      uuid,
      key,
      requireValid(FindCorrection, fields),
      languageOf(request),
    );
    return Response.json(asOwnFind(find));
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

export default function FinderPage() {
  const { t } = useLingui();
  const { uuid = "" } = useParams();
  const { answer, isKeyless, lastDone, isBusy, ask } = useFinderFind(uuid);
  const isDeleted = lastDone === "delete" && !answer?.error;
  useEffect(() => {
    if (isDeleted) removeDeviceFind(uuid);
  }, [isDeleted, uuid]);

  function deleteIt() {
    if (
      window.confirm(
        t`Delete this find, with all its pictures? It can't be brought back.`,
      )
    )
      ask("delete");
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
  if (isKeyless) return <FindWithoutKey uuid={uuid} />;
  return (
    <div className="prose finder-page">
      <h1>{t`Your find`}</h1>
      {!answer && <p role="status">{t`Loading…`}</p>}
      <noscript>
        <p>
          <Trans>
            This page needs JavaScript, because only your browser knows the key
            that opens it.
          </Trans>
        </p>
      </noscript>
      {answer?.find === null && (
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
      {answer?.find && (
        <>
          <p className="panel" role="status">
            <State find={answer.find} />
          </p>
          <FinderPhotos
            uuid={uuid}
            findKey={keyInAddress()}
            find={answer.find}
            isBusy={isBusy}
            onHide={(blurs) => {
              const fields = new FormData();
              fields.set("blurs", JSON.stringify(blurs));
              ask("hide", fields);
            }}
          />
          {answer.find.show && (
            <p>
              <Link to={`/map?rock=${answer.find.rock_number}`}>
                <Trans>See it on the map</Trans>
              </Link>
            </p>
          )}
          {answer.can_follow && (
            <FollowForm
              rockNumber={answer.find.rock_number}
              find={{ uuid, find_key: keyInAddress() }}
              email={answer.find.email}
            />
          )}
          <FinderForm
            find={answer.find}
            errors={answer.fields ?? {}}
            isBusy={isBusy}
            isSaved={lastDone === "correct" && !answer.error}
            onSave={(fields) => ask("correct", fields)}
            onDelete={deleteIt}
          />
        </>
      )}
      <p
        className="finder-page-outcome"
        role={answer?.error ? "alert" : "status"}
      >
        {answer?.error ?? (lastDone && t`Saved.`)}
      </p>
      {answer?.error && answer.find === undefined && (
        <WaysToFinds uuid={uuid} />
      )}
      <UnsavedChangesGuard />
    </div>
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

const keyInAddress = () => window.location.hash.slice(1);

const readFind = (uuid: string): Promise<Answer> =>
  askSite(
    "GET /api/finds/:uuid",
    { params: { uuid } },
    byKey(keyInAddress()),
    fetchEarly,
  ).then(
    (answer) => answer.json() as Promise<OwnFind>,
    ({ message }: Error) => ({ error: message }),
  );

/** Loads and changes the find that the address names, with the key from its fragment. */
function useFinderFind(uuid: string) {
  const { data, state, submit } = useFetcher<Answer>();
  const [last, setLast] = useState<Answer>();
  const [asked, setAsked] = useState("");

  function ask(intent: string, fields = new FormData()) {
    setAsked(intent);
    fields.set("intent", intent);
    fields.set("key", keyInAddress());
    submit(fields, { method: "post" });
  }

  // The key may come later, by a link on this page.
  const { hash } = useLocation();
  const [isKeyless, setIsKeyless] = useState(false);
  useEffect(() => {
    const hasKey = hash.length > 1;
    setIsKeyless(!hasKey);
    if (hasKey) void readFind(uuid).then(setLast);
  }, [uuid, hash]);
  useEffect(() => {
    if (data?.find) setLast(data);
  }, [data]);
  // Again while some of its images are still being made. An answer that a correction has overtaken is out of date.
  usePolling(
    last?.find?.images.some(({ ready, error }) => !ready && !error) ?? false,
    async () => {
      const answer = await readFind(uuid);
      if (answer.find) setLast((now) => (now === last ? answer : now));
    },
  );

  return {
    /** The find stays visible when its correction is refused. */
    answer: last && { ...last, ...data, find: last.find },
    isKeyless,
    lastDone: state === "idle" ? asked : "",
    isBusy: state !== "idle",
    ask,
  };
}
