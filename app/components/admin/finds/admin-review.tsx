import { call, type ApiError } from "#app/components/api/call.ts";
import { Link } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { FindDialog } from "./find-dialog.tsx";
import { PlaceDialog } from "#app/components/admin/places/place.tsx";
import {
  type ReviewTools,
  nameOf,
  useReview,
  type ReviewPage,
} from "#app/components/review/use-review.ts";
import { NothingWaits } from "#app/components/review/nothing-waits.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { ReviewScreen } from "#app/components/review/review-screen.tsx";

const BY_SESSION = { headers: {} };

export function AdminReview({ first }: { first: ReviewPage }) {
  const review = useReview(BY_SESSION, first);
  const { isClosed } = review;
  useEffect(() => {
    if (isClosed) window.location.assign("/login");
  }, [isClosed]);
  const [open, setOpen] = useState<{
    dialog: "edit" | "place";
    find: AdminFind;
  }>();
  const close = () => setOpen(undefined);

  const toast = useToast();
  const { reload: reloadFind } = review;
  const tools = useMemo((): ReviewTools => {
    const openDialog = (dialog: "edit" | "place") => (find: ReviewFind) =>
      void getAdminFind(find.uuid).then(
        (now) => setOpen({ dialog, find: now }),
        (error: ApiError) => toast(error.message, { isFailure: true }),
      );

    async function saveNumber(
      find: ReviewFind,
      rock_number: number,
      isUndo = false,
    ) {
      try {
        const { rps_key, version } = await getAdminFind(find.uuid);
        await call(
          "PUT /api/journey-admin/:rpsKey",
          { params: { rpsKey: rps_key }, body: { rock_number } },
          { headers: { "If-Match": `"${version}"` } },
        );
        await reloadFind(find);
        const name = nameOf({ rock_number }).toLowerCase();
        const undo = () => void saveNumber(find, find.rock_number, true);
        if (isUndo) toast(`It is ${name} again.`);
        else
          toast(`It is ${name} now.`, { action: { label: "Undo", run: undo } });
      } catch (error) {
        return (error as ApiError).message;
      }
    }

    return {
      onEdit: openDialog("edit"),
      onPlace: openDialog("place"),
      saveNumber,
    };
  }, [toast, reloadFind]);

  /** The find as it is after its dialog. If it was saved with 'Show' on, the decision is made. */
  async function reload(uuid: string, isSaved = true) {
    close();
    const find = review.ahead.find((one) => one.uuid === uuid);
    if (!find) return;
    try {
      const now = await review.reload(find);
      if (!isSaved) return;
      toast(now?.show ? `${nameOf(now)} is shown.` : "Saved.");
    } catch (error) {
      toast((error as Error).message, { isFailure: true });
    }
  }

  return (
    <>
      <ReviewScreen
        review={review}
        tools={tools}
        back={{ to: "/admin", label: "Back to the dashboard" }}
        end={
          <NothingWaits>
            <Link className="btn btn--quiet" to="/admin">
              Dashboard
            </Link>
          </NothingWaits>
        }
      />
      {open?.dialog === "edit" && (
        <FindDialog
          key={open.find.version}
          find={open.find}
          // Its pictures may have been changed.
          onClose={() => void reload(open.find.uuid, false)}
          onReload={(find) => setOpen({ ...open, find })}
          onSaved={({ uuid }) => void reload(uuid)}
        />
      )}
      {open?.dialog === "place" && (
        <PlaceDialog
          key={open.find.version}
          find={open.find}
          onClose={close}
          onSaved={() => void reload(open.find.uuid)}
          onReload={() => void reload(open.find.uuid, false)}
        />
      )}
    </>
  );
}

async function getAdminFind(uuid: string) {
  const { answer } = await call("GET /api/journey-admin", { query: { uuid } });
  return answer[0]!;
}
