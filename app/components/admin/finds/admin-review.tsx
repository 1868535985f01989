import { call, type ApiError } from "#app/components/api/call.ts";
import { useEffect, useMemo } from "react";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { FindDialog } from "./find-dialog.tsx";
import { PlaceDialog } from "#app/components/admin/places/place.tsx";
import {
  type ReviewTools,
  nameOf,
  useReview,
  type ReviewQueue,
} from "#app/components/review/use-review.ts";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { ReviewScreen } from "#app/components/review/review-screen.tsx";

const BY_SESSION = { headers: {} };

export function AdminReview({ first }: { first: ReviewQueue }) {
  const review = useReview(BY_SESSION, first);
  const { status, reload } = review;
  useEffect(() => {
    if (status === "closed") window.location.assign("/login");
  }, [status]);

  const toast = useToast();
  const editor = useOpener<AdminFind>();
  const placer = useOpener<AdminFind>();
  const tools = useMemo((): ReviewTools => {
    const opener = (open: (find: AdminFind) => void) => (find: ReviewFind) =>
      void getAdminFind(find.uuid).then(open, (error: ApiError) =>
        toast(error.message, { isFailure: true }),
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
        await reload(find);
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
      onEdit: opener(editor.open),
      onPlace: opener(placer.open),
      saveNumber,
    };
  }, [toast, reload, editor.open, placer.open]);

  /** Shows the find as it is after its dialog: its pictures may have been changed, or its decision made. */
  const look = (find: AdminFind) =>
    reload(find).catch((error: ApiError) =>
      toast(error.message, { isFailure: true }),
    );

  return (
    <>
      <ReviewScreen review={review} tools={tools} />
      <Opened by={editor} onClose={look}>
        {(find, close) => (
          <FindDialog find={find} onClose={close} onReload={editor.open} />
        )}
      </Opened>
      <Opened by={placer} onClose={look}>
        {(find, close) => <PlaceDialog find={find} onClose={close} />}
      </Opened>
    </>
  );
}

async function getAdminFind(uuid: string) {
  const { answer } = await call("GET /api/journey-admin/uuid/:uuid", {
    params: { uuid },
  });
  return answer;
}
