import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback } from "react";

/** State of a step that the map has taken itself, and that Back undoes. */
const FROM_MAP = { fromMap: true };

/** The rock that `?rock=N` asks for; choosing one is a step of its own, which Back and closing undo. */
export function useRockInAddress() {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: Partial<typeof FROM_MAP> | null };
  const navigate = useNavigate();
  const asked = search.get("rock") ?? "";

  return {
    chosen: /^\d{1,6}$/.test(asked) ? Number(asked) : undefined,
    choose: useCallback(
      (rockNumber: number) =>
        navigate(`/map?rock=${rockNumber}`, {
          state: FROM_MAP,
          preventScrollReset: true,
        }),
      [navigate],
    ),
    close: () =>
      state?.fromMap
        ? navigate(-1)
        : navigate("/map", { replace: true, preventScrollReset: true }),
  };
}
