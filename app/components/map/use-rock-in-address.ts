import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback } from "react";

/** History state of a step that the map itself has taken. Back undoes it. */
const FROM_MAP = { fromMap: true };

/** Reads the chosen rock from `?rock=N`. Choosing a rock is a step in the history, which Back and closing undo. */
export function useRockInAddress() {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: Partial<typeof FROM_MAP> | null };
  const navigate = useNavigate();
  const rock = search.get("rock") ?? "";

  return {
    chosen: /^\d{1,6}$/.test(rock) ? Number(rock) : undefined,
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
