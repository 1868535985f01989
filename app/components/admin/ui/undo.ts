import { useRevalidator } from "@remix-run/react";
import { useRef } from "react";
import { call } from "#app/components/api/call.ts";
import type { ApiError } from "../../api/call.ts";
import { useAdminLayout } from "#app/components/admin/data/use-admin-layout.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { countOf } from "#domain/core/words.ts";

interface Deletion {
  /** A name that a person recognises. */
  label: string;
  /** Null if nothing is kept. */
  trashKey: string | null;
  putBack?: () => void;
}

/**
 * Says what becomes of deleted things, and offers for 10 seconds to undo it.
 * @param many what several of them are called, such as 'posts'
 * @param onUndone called when some are back. What the screen's loader gives is loaded again in any case
 */
export function useUndo(many: string, onUndone?: () => Promise<unknown>) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { trashDays = 0 } = useAdminLayout() ?? {};
  const deletions = useRef<Deletion[]>([]);

  async function undo(deleted: Deletion[]) {
    toast("Restoring …");
    const failures: string[] = [];
    // The last one first, so that each finds its place as it was.
    for (const { label, trashKey, putBack } of deleted.toReversed())
      try {
        await call("POST /api/trash/:trashKey/restore", {
          params: { trashKey: Number(trashKey) },
        });
        putBack?.();
      } catch (error) {
        failures.push(
          `${label} could not be restored. ${(error as ApiError).message}`,
        );
      }
    if (failures.length < deleted.length) {
      await onUndone?.();
      revalidate();
    }
    if (failures.length > 0) toast(failures.join(" "), { isFailure: true });
    else toast(`${describe(deleted, many)} back.`);
  }

  return {
    /**
     * Notes that something was deleted.
     * @param trashKey as `useSave` gives it; null if nothing is kept
     * @param putBack shows it again
     */
    add(label: string, trashKey: string | null, putBack?: () => void) {
      deletions.current.push({ label, trashKey, putBack });
    },
    /** Offers to undo what was noted since the last time. */
    offer() {
      const deleted = deletions.current.splice(0);
      if (deleted.length === 0) return;
      const words = describe(deleted, many);
      if (deleted.some(({ trashKey }) => trashKey === null))
        toast(`${words} deleted for good.`);
      else
        toast(`${words} in the trash for ${countOf(trashDays, "day")}.`, {
          action: { label: "Undo", run: () => void undo(deleted) },
        });
    },
  };
}

/** 'Rock 7 is', '3 rocks are' */
const describe = ([first, ...more]: Deletion[], many: string) =>
  more.length === 0 ? `${first!.label} is` : `${more.length + 1} ${many} are`;
